import { readFile } from 'node:fs/promises';
import { gatewaysFile, type Provider } from '@visita/platform/messages/description';
import { beforeAll, describe, expect, it } from 'vitest';
import { createHttpGateway, outcomeOf, requestOf, type Text } from './gateway.ts';

const example = new URL('../../../docs/operations/sms-gateways.example.json', import.meta.url);
let providers: Record<string, Provider>;
beforeAll(async () => {
  ({ providers } = gatewaysFile.parse(JSON.parse(await readFile(example, 'utf8'))));
});

const text: Text = {
  id: '8f0c4e7e-1b1e-4a42-9f0a-0f3c3c1f0001',
  to: '+393331112222',
  from: '+390612345678',
  text: 'Ciao & a presto {{authToken}}',
  receipts: 'https://visita.example/api/messages/x?message=1&key=2',
};
const twilio = { accountSid: 'AC1', authToken: 'secret' };

describe('a request to a gateway', () => {
  it('is Twilio’s form with basic authentication', async () => {
    const request = requestOf(providers['twilio']!, text, twilio);
    expect(request.url).toBe('https://api.twilio.com/2010-04-01/Accounts/AC1/Messages.json');
    expect(request.headers.get('authorization')).toBe(
      `Basic ${Buffer.from('AC1:secret').toString('base64')}`,
    );
    expect(Object.fromEntries(new URLSearchParams(await request.text()))).toEqual({
      To: text.to,
      From: text.from,
      Body: text.text,
      StatusCallback: text.receipts,
    });
  });

  it('is Vonage’s form, with the type of the text', async () => {
    const credentials = { apiKey: 'k', apiSecret: 's', signatureSecret: 'never sent' };
    const form = new URLSearchParams(
      await requestOf(providers['vonage']!, { ...text, text: 'Málaga' }, credentials).text(),
    );
    expect(Object.fromEntries(form)).toMatchObject({ to: '393331112222', type: 'unicode', api_key: 'k' });
    expect(form.toString()).not.toContain('never');
  });

  it('stays in its path and host, whatever the credentials are', () => {
    for (const accountSid of ['..', '../..', 'a/b', '?x=', '#', 'x@evil.example', '\\evil']) {
      const url = new URL(requestOf(providers['twilio']!, text, { ...twilio, accountSid }).url);
      expect(url.host).toBe('api.twilio.com');
      expect(url.pathname).toMatch(/^\/2010-04-01\/Accounts\/[^/]*\/Messages\.json$/);
    }
  });

  it('with credentials that no header can hold is not sent', async () => {
    const { twilio: described } = providers;
    const odd: Provider = {
      ...described!,
      send: { ...described!.send, headers: { 'x-key': '{{authToken}}' } },
    };
    const gateway = createHttpGateway(odd, { credentials: { ...twilio, authToken: 'a\nb' }, patience: 100 });
    expect(await gateway.send(text)).toEqual({ state: 'again', code: 'unfit-credentials' });
  });
});

describe('the answer of a gateway', () => {
  const answered = (provider: string, status: number, json: unknown) =>
    outcomeOf(providers[provider]!, { status, text: JSON.stringify(json), json });
  it.each([
    ['twilio', 201, { sid: 'SM1' }, { state: 'accepted', providerId: 'SM1' }],
    ['twilio', 400, { code: 21_211 }, { state: 'refused', code: '400' }],
    ['twilio', 401, { code: 20_003 }, { state: 'again', code: '401' }],
    ['twilio', 429, { code: 20_429 }, { state: 'again', code: '429' }],
    ['twilio', 500, {}, { state: 'unknown', code: '500' }],
    ['twilio', 503, {}, { state: 'again', code: '503' }],
    [
      'vonage',
      200,
      { messages: [{ status: '0', 'message-id': 'm1' }] },
      { state: 'accepted', providerId: 'm1' },
    ],
    ['vonage', 200, { messages: [{ status: '7' }] }, { state: 'refused', code: '200' }],
    ['vonage', 200, { messages: [{ status: '1' }] }, { state: 'again', code: '200' }],
    ['vonage', 200, {}, { state: 'unknown', code: '200' }],
  ])('%s %i %j', (provider, status, json, outcome) => {
    expect(answered(provider, status, json)).toEqual(outcome);
  });
});
