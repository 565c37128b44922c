import { createHmac, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { createCallbacks } from './callbacks.ts';
import { gatewaysFile, type Provider, type Signing } from './description.ts';
import { createGateways } from './gateways.ts';
import { e164In } from './numbers.ts';
import { type Incoming, isSignedBy } from './signatures.ts';

const example = new URL('../../../docs/operations/sms-gateways.example.json', import.meta.url).pathname;
const key = Buffer.alloc(32, 1);

const incoming = (parts: Partial<Incoming>): Incoming => ({
  address: 'https://visita.example/api/messages/x',
  header: () => undefined,
  raw: '',
  query: {},
  body: {},
  ...parts,
});
const signedBy = (name: string, signing: Signing, request: Incoming) =>
  'secret' in signing && isSignedBy(signing, request, name);

describe('a gateway’s signature', () => {
  const twilio: Signing = {
    by: 'address-and-fields',
    header: 'x-twilio-signature',
    algorithm: 'sha1',
    encoding: 'base64',
    secret: 'authToken',
  };
  // Example of Twilio's own libraries.
  const fields = {
    CallSid: 'CA1234567890ABCDE',
    Caller: '+14158675309',
    Digits: '1234',
    From: '+14158675309',
    To: '+18005551212',
  };
  const call = incoming({
    address: 'https://mycompany.com/myapp.php?foo=1&bar=2',
    header: (name) => (name === 'x-twilio-signature' ? 'RSOYDt4T1cUTdK1PDd93/VVr8B8=' : undefined),
    body: fields,
  });

  it('over address and fields is Twilio’s', () => {
    expect(signedBy('12345', twilio, call)).toBe(true);
    expect(signedBy('12346', twilio, call)).toBe(false);
    expect(signedBy('12345', twilio, { ...call, body: { ...fields, Digits: '1235' } })).toBe(false);
    expect(signedBy('12345', twilio, { ...call, header: () => undefined })).toBe(false);
    expect(signedBy('', twilio, call)).toBe(false);
  });

  it('over sorted fields replaces & and = in values, as Vonage does', () => {
    const vonage: Signing = { by: 'fields', field: 'sig', algorithm: 'sha256', encoding: 'hex', secret: 's' };
    const body = { text: 'a=b&c', msisdn: '393331112222', timestamp: '1700000000' };
    const covered = '&msisdn=393331112222&text=a_b_c&timestamp=1700000000';
    const sig = createHmac('sha256', 'secret').update(covered).digest('hex');
    expect(signedBy('secret', vonage, incoming({ body: { ...body, sig: sig.toUpperCase() } }))).toBe(true);
    expect(signedBy('secret', vonage, incoming({ body: { ...body, sig, text: 'other' } }))).toBe(false);
  });

  it('over the body covers every byte', () => {
    const generic: Signing = {
      by: 'body',
      header: 'x-hub',
      algorithm: 'sha256',
      encoding: 'hex',
      secret: 's',
    };
    const sign = (raw: string) => createHmac('sha256', 'secret').update(raw).digest('hex');
    const header = () => `sha256=${sign('{"a":1}')}`;
    expect(signedBy('secret', generic, incoming({ raw: '{"a":1}', header }))).toBe(true);
    expect(signedBy('secret', generic, incoming({ raw: '{"a": 1}', header }))).toBe(false);
  });
});

describe('an address for a gateway', () => {
  const callbacks = createCallbacks('https://visita.example', key);
  const message = randomUUID();
  it('has a key for one provider and one text', () => {
    const url = new URL(callbacks.addressOf('kannel', { message }));
    const given = url.searchParams.get('key')!;
    expect(url.pathname).toBe('/api/messages/kannel');
    expect(url.href.length).toBeLessThan(150);
    expect(callbacks.isOurs('kannel', { message }, given)).toBe(true);
    expect(callbacks.isOurs('twilio', { message }, given)).toBe(false);
    expect(callbacks.isOurs('kannel', { message: randomUUID() }, given)).toBe(false);
    expect(callbacks.isOurs('kannel', { pro: message }, given)).toBe(false);
    expect(callbacks.isOurs('kannel', { message }, '')).toBe(false);
  });
});

describe('the operator’s file of gateways', () => {
  const config = { smsGateways: example, environment: 'production' as const };
  it('has three worked examples', async () => {
    expect(Object.keys((await createGateways(config).current()).providers)).toEqual([
      'kannel',
      'twilio',
      'vonage',
    ]);
  });

  it('is missing in production, and in development texts are files', async () => {
    const names = async (environment: 'production' | 'development') =>
      Object.keys((await createGateways({ smsGateways: null, environment }).current()).providers);
    expect([await names('production'), await names('development')]).toEqual([[], ['file']]);
  });

  const changed = async (change: (provider: Provider) => object) => {
    const file = JSON.parse(await readFile(example, 'utf8')) as { providers: Record<string, Provider> };
    return gatewaysFile.safeParse({ providers: { twilio: change(file.providers['twilio']!) } });
  };
  it.each([
    ['a host from a credential', 'https://{{accountSid}}.example/'],
    ['a port from a credential', 'https://api.example:{{accountSid}}/'],
    ['a user in the address', 'https://{{accountSid}}@api.example/'],
    ['another scheme', 'file:///etc/passwd'],
    ['no path', 'https://api.example'],
    ['an unknown value', 'https://api.example/{{other}}'],
  ])('refuses %s', async (_, address) => {
    const { success } = await changed((provider) => ({ ...provider, send: { ...provider.send, address } }));
    expect(success).toBe(false);
  });
});

it.each([
  ['+39 333 111 2222', '+393331112222'],
  ['00393331112222', '+393331112222'],
  ['393331112222', '+393331112222'],
  ['abc', null],
  ['', null],
])('the number %j of a gateway is %s', (given, number) => expect(e164In(given)).toBe(number));
