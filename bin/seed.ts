import { parseArgs } from 'node:util';
import { prepare } from './prepare.ts';

const given = prepare();
const { environmentOfProduct } = await import('./running.ts');
try {
  const { values } = parseArgs({ options: { days: { type: 'string' } } });
  const days = values.days === undefined ? undefined : Number(values.days);
  if (days !== undefined && !(Number.isInteger(days) && days > 0))
    throw new Error('--days is the number of days booked before and after today, such as --days 14.');
  const env = environmentOfProduct(given);
  // Checked before the configuration is read: in production that would fail first, with another message.
  if (env['NODE_ENV'] === 'production')
    throw new Error('this fills a demo and is refused if NODE_ENV is production.');
  const { runSeed } = await import('./seed/run.ts');
  await runSeed(env, days);
} catch (error) {
  process.stderr.write(`seed: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
