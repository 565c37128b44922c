import { prepare } from './prepare.ts';

const given = prepare();
const { besideProduct } = await import('./running.ts');
try {
  const env = besideProduct(given);
  // Before the configuration is read: production asks for more, and this is the answer that matters.
  if (env['NODE_ENV'] === 'production')
    throw new Error('this fills a demo and is refused where NODE_ENV is production.');
  const { runSeed } = await import('./seed/run.ts');
  await runSeed(env);
} catch (error) {
  process.stderr.write(`seed: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
