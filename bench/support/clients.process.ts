import autocannon, { type Request } from 'autocannon';
import type { Job, Load } from './clients.ts';

// Run by clients.ts in another process, so that the clients do not slow the product.
process.on('message', (job: Job) => {
  void run(job).then(
    (load) => process.send?.({ load }),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});

/** A "not modified" counts as successful. */
const isGood = (status: number): boolean => status < 300 || status === 304;

const run = async ({ address, connections, seconds, requests }: Job): Promise<Load> => {
  let next = 0;
  const setupRequest = (request: Request) => {
    const { headers, ...given } = requests[next % requests.length]!;
    next += 1;
    return { ...request, ...given, headers: { ...request.headers, ...headers } };
  };
  const times: number[] = [];
  const statuses: Record<string, number> = {};
  const running = autocannon({ url: address, connections, duration: seconds, requests: [{ setupRequest }] });
  running.on('response', (_client, status, _bytes, time) => {
    statuses[status] = (statuses[status] ?? 0) + 1;
    if (isGood(status)) times.push(time);
  });
  const result = await running;
  if (result.errors > 0) throw new Error(`${result.errors} requests got no answer`);
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(times.length * share)] ?? 0;
  return {
    rate: times.length / result.duration,
    answered: times.length,
    refused: result.non2xx - (statuses[304] ?? 0),
    statuses,
    sent: next,
    p50: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
  };
};
