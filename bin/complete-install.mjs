// Runs after `npm ci`, on whatever Node there is, so it must not need what it brings.
import { spawnSync } from 'node:child_process';
import { isOldNode, linkedNode, linkNode } from './link-node.mjs';

// On an old Node, npm leaves out optional packages that ask for a newer one, and what is built for one kind of machine is
// always optional. With the Node that came along it finds what is missing, and changes nothing else.
const npm = process.env.npm_execpath;
if (isOldNode && linkedNode !== null && npm?.endsWith('npm-cli.js')) {
  process.stdout.write(
    `Visita runs on the Node that comes along, not on ${process.version}: completing it.\n`,
  );
  const options = ['--no-save', '--ignore-scripts', '--prefer-offline', '--loglevel=error'];
  const { status } = spawnSync(linkedNode, [npm, 'install', ...options], { stdio: 'inherit' });
  linkNode();
  if (status !== 0) process.exit(status ?? 1);
}
