import { createServer, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { randomUUID } from 'node:crypto';
import { gatewaysFile, type Provider } from '@visita/platform/messages/description';
import { freePort } from '@visita/platform/machine/free-port';
import {
  hasKannel,
  type Kannel,
  kannelUser,
  startKannel,
  unroutable,
} from '@visita/platform/testing/services/kannel';
import { type Link, openLink } from '@visita/platform/testing/services/link';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHttpGateway, type Text } from './gateway.ts';

const example = new URL('../../../docs/operations/sms-gateways.example.json', import.meta.url);

describe.skipIf(!hasKannel())('a text by Kannel (skipped without Debian’s kannel and kannel-extras)', () => {
  const requests: string[] = [];
  const server = createServer((request: IncomingMessage, response) => {
    requests.push(`${request.method} ${request.url}`);
    response.setHeader('content-type', 'application/json').end('{"message":"Received"}');
  });
  let kannel: Kannel;
  let link: Link;
  let provider: Provider;
  let own = '';

  beforeAll(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    own = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    kannel = await startKannel(`${own}/answers?from=%p&body=%a&id=%I`);
    link = await openLink(kannel.port);
    const { providers } = gatewaysFile.parse(JSON.parse(await readFile(example, 'utf8')));
    const described = providers['kannel']!;
    const address = `http://127.0.0.1:${link.port}/cgi-bin/sendsms`;
    provider = { ...described, send: { ...described.send, address } };
  }, 60_000);
  afterAll(async () => {
    await link?.close();
    await kannel?.stop();
    server.close();
  });

  const textTo = (to: string, text: string): Text => {
    const id = randomUUID();
    return { id, to, from: '3400000000', text, receipts: `${own}/receipts?text=${id}` };
  };
  const send = (text: Text, { password = 'right', patience = 5_000 } = {}) =>
    createHttpGateway(provider, { credentials: { ...kannelUser, password }, patience }).send(text);

  it('is accepted, reaches the phone as it was written, and is reported as delivered', async () => {
    const plain = textTo('+393331110001', 'Visita domani alle 9:00 è confermata. {€}');
    const wide = textTo('+393331110002', 'Cita mañana en Málaga, á las 9 – ça va?');
    for (const text of [plain, wide]) {
      expect(await send(text)).toEqual({ state: 'accepted', providerId: null });
      await expect
        .poll(() => kannel.delivered())
        .toContainEqual({ from: text.from, to: text.to, text: text.text });
      await expect.poll(() => requests).toContain(`GET /receipts?text=${text.id}&state=1`);
    }
  });

  it('is refused for a number that cannot be reached, and for one that is none', async () => {
    expect(await send(textTo(`${unroutable}1234`, 'Ciao'))).toEqual({ state: 'refused', code: '403' });
    expect(await send(textTo('none', 'Ciao'))).toEqual({ state: 'refused', code: '400' });
  });

  it('is tried again with wrong credentials, which do not make a number wrong', async () => {
    expect(await send(textTo('+393331110003', 'Ciao'), { password: 'wrong' })).toEqual({
      state: 'again',
      code: '403',
    });
  });

  it('may have been sent by a slow gateway, so it is not sent again', async () => {
    link.block();
    const sent = await send(textTo('+393331110004', 'Ciao'), { patience: 300 });
    link.restore();
    expect(sent).toEqual({ state: 'unknown', code: 'TimeoutError' });
  });

  it('is tried again while the gateway is down', async () => {
    const to = textTo('+393331110005', 'Ciao');
    const address = `http://127.0.0.1:${await freePort()}/cgi-bin/sendsms`;
    const down = createHttpGateway(
      { ...provider, send: { ...provider.send, address } },
      { credentials: kannelUser, patience: 5_000 },
    );
    expect(await down.send(to)).toMatchObject({ state: 'again' });
    expect(await send(to)).toMatchObject({ state: 'accepted' });
  });

  it('is answered with STOP, and no reply is sent to the phone', async () => {
    const toPhone = () => kannel.delivered().filter(({ to }) => to === '+393331110001');
    const before = toPhone();
    await kannel.answer({ from: '+393331110001', to: '3400000000', text: 'STOP' });
    await expect
      .poll(() => requests.some((one) => one.startsWith('GET /answers?from=%2B393331110001&body=STOP&id=')))
      .toBe(true);
    expect(toPhone()).toEqual(before);
  });
});
