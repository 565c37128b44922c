import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { useProduct } from '../support/hooks.ts';
import { openClinic, registerPro } from '../support/http-practice.ts';

// The product runs behind a proxy, with the default limits.
const product = useProduct({ TRUST_PROXY: 'loopback', RATE_LIMIT_FACTOR: '1' });

const from = (address: string) => ({ 'x-forwarded-for': address });

it('sixty booking pages a minute open from one network, with all their reads', async () => {
  const { client, stack } = product();
  const anna = await registerPro(client, 'anna');
  const { clinicId } = await openClinic(client, anna, 'Studio Roma');
  const times = (load: string, address: string) => {
    const headers = { ...from(address), 'x-page-load': load };
    return fetch(new URL(`/api/booking_availabilities/${clinicId}`, stack.address), { headers });
  };
  const open = async (address: string) => {
    const page = await fetch(new URL('/booking/anna', stack.address), { headers: from(address) });
    const html = await page.text();
    const load = /<meta name="page-load" content="([\w-]+)"/.exec(html)?.[1] ?? '';
    return { whole: html.includes('id="first-data"'), status: (await times(load, address)).status };
  };
  await expect.poll(() => open('203.0.113.9'), { timeout: 30_000 }).toEqual({ whole: true, status: 200 });
  for (let pages = 0; pages < 60; pages++)
    expect(await open('203.0.113.1')).toEqual({ whole: true, status: 200 });
  expect(await open('203.0.113.1')).toEqual({ whole: false, status: 429 });

  // Twelve reads of a page load count as one; further reads with its name count separately.
  const load = randomUUID();
  const asked: number[] = [];
  for (let reads = 0; reads < 60 * 12 + 1; reads++) asked.push((await times(load, '203.0.113.2')).status);
  expect(asked.filter((status) => status === 200)).toHaveLength(60 * 12);
}, 180_000);
