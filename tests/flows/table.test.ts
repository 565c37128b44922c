import { calls } from '@visita/contracts/api/table';
import { expect, it } from 'vitest';
import { useProduct } from '../support/hooks.ts';
import { anyName, specified } from '../support/specified.ts';

const product = useProduct();

it('holds every call that clients were promised', () => {
  const declared = new Set(calls.map(([, { method, path }]) => `${method} ${anyName(path)}`));
  const missing = specified.map(anyName).filter((call) => !declared.has(call));
  expect(missing).toEqual([]);
});

it('changes nothing by GET: what is written by another method has no GET of its own', async () => {
  const { address } = product().stack;
  const reads = new Set(
    calls.filter(([, { method }]) => method === 'GET').map(([, { path }]) => anyName(path)),
  );
  for (const [, { method, path }] of calls) {
    if (method === 'GET' || reads.has(anyName(path))) continue;
    const { status } = await fetch(new URL(path.replaceAll(/:\w+/g, 'x-y'), address));
    // Some share their address with a read of another meaning, `/api/pros/{username}`, which answers for itself.
    expect([path, status >= 400 && status < 500]).toEqual([path, true]);
  }
});
