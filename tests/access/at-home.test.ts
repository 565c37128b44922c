import { describe, expect, it } from 'vitest';
import { useProduct } from '../support/hooks.ts';
import { createClient, type Send } from '../support/http.ts';
import { dayAhead, openClinic, registerPro, requestOf } from '../support/http-practice.ts';

const product = useProduct({ RATE_LIMIT_FACTOR: '1' });

/** Sends requests as a local reverse proxy forwards them. */
const forwarded: Send = (url, request) =>
  fetch(url, { ...request, headers: { ...request.headers, 'x-forwarded-for': '198.51.100.7' } });

const body = (username: string) => {
  const consents = { termsConditions: true, privacyPolicy: true, marketingConsent: false } as const;
  const account = {
    username,
    email: `${username}@example.com`,
    password: 'secret123',
    configStatus: 1,
  } as const;
  return { ...account, ...consents, comunicationsLanguage: 'it' } as const;
};

describe('a script on the machine that runs the product', () => {
  it('creates thirty accounts and books a hundred times without a limit', async () => {
    const { client } = product();
    const anna = await registerPro(client, 'anna');
    const { clinicId, offers } = await openClinic(client, anna, 'Studio Roma');
    const signedUp: number[] = [];
    for (let one = 0; one < 30; one++)
      signedUp.push((await client.call('signUp', { body: body(`pro${one}`) })).status);
    expect(new Set(signedUp)).toEqual(new Set([200]));
    const booked: number[] = [];
    for (let one = 0; one < 100; one++) {
      const time = `${dayAhead(2 + Math.floor(one / 10))}T${String(8 + (one % 10)).padStart(2, '0')}:00`;
      const request = requestOf(clinicId, offers[0], time, `patient${one % 10}`);
      booked.push((await client.call('requestBooking', { body: request })).status);
    }
    expect(new Set(booked)).toEqual(new Set([200]));
  });

  it('is limited like a remote client if it forwards one’s requests', async () => {
    const { call } = createClient(product().stack.address, forwarded);
    const answer = await call('signUp', { body: body('another') });
    expect(answer.status).toBe(429);
  });
});
