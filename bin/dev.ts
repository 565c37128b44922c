import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { followNpm } from './follow-npm.ts';
import { prepare } from './prepare.ts';

const env = prepare();
followNpm();

const web = join(import.meta.dirname, '../web');
const [port, webPort] = [env['PORT'] || '3000', env['WEB_PORT'] || '5173'];
const origin = env['PUBLIC_ORIGIN'] || `http://localhost:${webPort}`;

/** The server, restarted when its sources change, and the web with hot reload. */
const children = [
  spawn(process.execPath, ['--watch', '--watch-preserve-output', 'bin/start.ts'], {
    stdio: 'inherit',
    env: { ...env, PORT: port, PUBLIC_ORIGIN: origin },
  }),
  spawn(
    process.execPath,
    [join(web, '../node_modules/vite/bin/vite.js'), '--port', webPort, '--strictPort'],
    {
      stdio: 'inherit',
      cwd: web,
      env: { ...env, PORT: port },
    },
  ),
];
const end = () => children.forEach((child) => child.kill('SIGTERM'));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
const ended = children.map((child) => once(child, 'exit'));
await Promise.race(ended);
end();
await Promise.all(ended);
