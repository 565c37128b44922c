import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import { setTimeout } from 'node:timers/promises';

/** Sends a number of sequential requests with a pause, and prints their durations in milliseconds as JSON. */
const [, , address = '', times = '0'] = process.argv;
/** Milliseconds between two requests, which spreads them over many seconds. */
const pause = 40;
const agent = new http.Agent({ keepAlive: true });
const took: number[] = [];
for (let asked = 0; asked < Number(times); asked += 1) {
  const started = performance.now();
  const [response] = (await once(http.get(address, { agent }), 'response')) as [IncomingMessage];
  response.resume();
  await once(response, 'end');
  took.push(performance.now() - started);
  await setTimeout(pause);
}
agent.destroy();
process.stdout.write(JSON.stringify(took));
