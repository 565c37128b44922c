import autocannon, { type Request } from 'autocannon';
import type { Job, Load } from './clients.ts';

// Run by clients.ts as a process of its own, so that making requests does not slow whoever answers them.
process.on('message', (job: Job) => {
  void run(job).then(
    (load) => process.send?.({ load }),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});

const run = async ({ address, connections, seconds, requests }: Job): Promise<Load> => {
  let next = 0;
  const setupRequest = (request: Request) => {
    const { headers, ...given } = requests[next % requests.length]!;
    next += 1;
    return { ...request, ...given, headers: { ...request.headers, ...headers } };
  };
  const result = await autocannon({
    url: address,
    connections,
    duration: seconds,
    requests: [{ setupRequest }],
  });
  if (result.errors > 0) throw new Error(`${result.errors} requests got no answer`);
  return {
    rate: result['2xx'] / result.duration,
    answered: result['2xx'],
    refused: result.non2xx,
    statuses: Object.keys(result.statusCodeStats),
    sent: next,
    p50: result.latency.p50,
    p99: result.latency.p99,
  };
};
