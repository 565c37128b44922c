import { calls } from '@visita/contracts/api/table';
import { expect, it } from 'vitest';
import { useProduct } from '../support/hooks.ts';
import { anyName, specified } from '../support/specified.ts';

const product = useProduct();

it('contains every specified call', () => {
  const declared = new Set(calls.map(([, { method, path }]) => `${method} ${anyName(path)}`));
  const missing = specified.map(anyName).filter((call) => !declared.has(call));
  expect(missing).toEqual([]);
});

it('GET changes nothing: an address that another method writes to has no GET of its own', async () => {
  const { address } = product().stack;
  const reads = new Set(
    calls.filter(([, { method }]) => method === 'GET').map(([, { path }]) => anyName(path)),
  );
  for (const [, { method, path }] of calls) {
    if (method === 'GET' || reads.has(anyName(path))) continue;
    const { status } = await fetch(new URL(path.replaceAll(/:\w+/g, 'x-y'), address));
    // Some addresses are also matched by another read, `/api/pros/{username}`, which answers 4xx.
    expect([path, status >= 400 && status < 500]).toEqual([path, true]);
  }
});
