import { fileURLToPath } from 'node:url';
import { runMain } from '@visita/platform/runtime/main';
import { trustMeaning } from '@visita/platform/core/trust';
import { startProduct } from './product.ts';

const webDirectory = fileURLToPath(new URL('../web/dist', import.meta.url));

await runMain({
  name: 'visita',
  env: process.env,
  uses: ['master-key', 'mail', 'links', 'addresses'],
  start: (around) => startProduct({ ...around, webDirectory }),
  ready: ({ publicOrigin, smtpUrl, environment, trust, port }) => [
    `Visita is ready at ${publicOrigin}`,
    `Trust is ${trust}: ${trustMeaning[trust]}.`,
    ...(smtpUrl || environment === 'production'
      ? []
      : [`Mails, on this machine: http://localhost:${port}/dev/mail`]),
  ],
});
