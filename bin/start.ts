import { fileURLToPath } from 'node:url';
import type { Config } from '@visita/platform/config/config';
import { followNpm } from './follow-npm.ts';
import { prepare } from './prepare.ts';

const webDirectory = fileURLToPath(new URL('../web/dist', import.meta.url));
const given = prepare();
// For people trying the product, the address matters more than a log.
const env = given['NODE_ENV'] === 'production' ? given : { LOG_LEVEL: 'warn', ...given };
followNpm();

const { makeFirstKeys } = await import('./first-keys.ts');
const { runMain } = await import('@visita/platform/runtime/main');
const { stillModel } = await import('@visita/platform/config/still-model');
const { trustMeaning } = await import('@visita/platform/config/trust');
const { openDatabase } = await import('@visita/operator/database');

const readyLines = (config: Config): readonly string[] => {
  const { publicOrigin, smtpUrl, environment, trust, port } = config;
  return [
    '',
    `Visita is ready at ${publicOrigin}`,
    `Trust is ${trust}: ${trustMeaning[trust]}.`,
    '',
    `  Create an account   ${publicOrigin}/signup`,
    ...(environment === 'production' ? [] : ['  Fill a demo         npm run seed']),
    ...(smtpUrl || environment === 'production'
      ? []
      : [`  Mails               http://localhost:${port}/dev/mail`]),
    '',
    ...(environment === 'production'
      ? [...stillModel(config).map((line) => `  Not decided yet     ${line}`), '']
      : []),
  ];
};

const uses = ['master-key', 'mail', 'links', 'addresses', 'backups'] as const;
await runMain({
  name: 'visita',
  env,
  uses,
  prepare: () => makeFirstKeys(env, uses),
  start: async (context) => {
    // The database starts while the other modules load.
    const spawned = Promise.withResolvers<void>();
    const { config, log } = context;
    const opening = openDatabase({ config, log, useRunning: false, onSpawn: spawned.resolve });
    await Promise.race([spawned.promise, opening]);
    const [database, { startProduct }] = await Promise.all([opening, import('./product.ts')]);
    return startProduct({ ...context, database, webDirectory });
  },
  ready: (config) => readyLines(config),
});
