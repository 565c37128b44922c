import { expect, it } from 'vitest';
import { useProduct } from '../support/hooks.ts';
import { openClinic, registerPro, requestOf } from '../support/http-practice.ts';
import { createClient, type Send } from '../support/http.ts';

const product = useProduct({ TRUST_PROXY: 'loopback', RATE_LIMIT_FACTOR: '1' });

const from = (address: string) => {
  const send: Send = (url, request) =>
    fetch(url, { ...request, headers: { ...request.headers, 'x-forwarded-for': address } });
  return createClient(product().stack.address, send);
};
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

it('the waiting list counts staff by account, and a pro who joins as a visitor like a visitor', async () => {
  const { client } = product();
  const anna = await registerPro(client, 'anna');
  const { clinicId, services } = await openClinic(client, anna, 'Studio Roma');
  const wish = { clinicId, clinicServiceId: services[0]! };
  const { call } = from('203.0.113.7');
  const joined = await Promise.all(
    numbers(15).map((index) => {
      const patient = { ...requestOf('', '', '', `p${index}`).contactInfo, privacyPolicy: undefined };
      return call('joinWaitingList', { body: { ...wish, patient }, token: anna.token });
    }),
  );
  expect(joined.map(({ status }) => status)).toEqual(numbers(15).map(() => 200));
  const left = await Promise.all(
    joined.map(({ body }) => call('leaveWaitingList', { params: { id: body.data.id! }, token: anna.token })),
  );
  expect(left.map(({ status }) => status)).toEqual(numbers(15).map(() => 200));

  const visit = (index: number, token?: string) => {
    const { contactInfo } = requestOf('', '', '', `v${index}`);
    return call('joinWaitingList', { body: { ...wish, contactInfo }, ...(token ? { token } : {}) });
  };
  for (const index of numbers(10))
    expect((await visit(index, index % 2 ? anna.token : undefined)).status).toBe(200);
  expect((await visit(10, anna.token)).status).toBe(429);
  expect((await visit(11)).status).toBe(429);
}, 120_000);
