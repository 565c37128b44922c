import { createZones } from '@visita/contracts/availability/zones';
import type { Database } from '@visita/platform/postgres/connect';
import { membershipsOf } from '@visita/query-service/clinic/membership';
import type { Dependencies } from '@visita/query-service/dependencies';

export const dependenciesOn = ({ pool }: Pick<Database, 'pool'>): Dependencies => ({
  pool,
  clock: () => new Date(),
  strict: false,
  membershipsOf: (proId) => membershipsOf(pool, proId),
  mailsWaiting: async () => 0,
  zones: createZones(),
  viewings: { note: async () => undefined, of: async () => [] },
  passkeys: { list: async () => [] },
  settled: async () => undefined,
});

export const contextOf = (proId: string) => ({
  params: { proId },
  body: undefined,
  caller: { kind: 'pro' as const, proId, sessionId: '' },
  request: { requestId: '', correlationId: '', commandId: '', actor: 'anonymous' as const, address: '' },
  wrote: () => undefined,
});

/** Measures the milliseconds of the given number of consecutive answers. */
export const timesOf = async (rounds: number, ask: () => Promise<unknown>) => {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const start = performance.now();
    await ask();
    times.push(performance.now() - start);
  }
  const sorted = times.toSorted((one, other) => one - other);
  const at = (share: number) => sorted[Math.floor(rounds * share)] ?? 0;
  return { p50: at(0.5), p99: at(0.99) };
};
