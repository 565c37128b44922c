import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';

/** Asks an address so many times, one after the other, and says how long each took, in milliseconds, as JSON. */
const [, , address = '', times = '0'] = process.argv;
const agent = new http.Agent({ keepAlive: true });
const took: number[] = [];
for (let asked = 0; asked < Number(times); asked += 1) {
  const started = performance.now();
  const [response] = (await once(http.get(address, { agent }), 'response')) as [IncomingMessage];
  response.resume();
  await once(response, 'end');
  took.push(performance.now() - started);
}
agent.destroy();
process.stdout.write(JSON.stringify(took));
