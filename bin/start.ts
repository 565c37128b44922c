import { fileURLToPath } from 'node:url';
import { runMain } from '@visita/platform/runtime/main';
import { startProduct } from './product.ts';

const webDirectory = fileURLToPath(new URL('../web/dist', import.meta.url));

await runMain({
  name: 'visita',
  env: process.env,
  start: (around) => startProduct({ ...around, webDirectory }),
  ready: ({ publicOrigin, smtpUrl, environment, port }) => [
    `Visita is ready at ${publicOrigin}`,
    ...(smtpUrl || environment === 'production'
      ? []
      : [`Mails, on this machine: http://localhost:${port}/dev/mail`]),
  ],
});
