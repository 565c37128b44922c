// Runs after `npm ci`, on any Node version.
import { spawnSync } from 'node:child_process';
import { isOldNode, linkedNode, linkNode } from './link-node.mjs';

// An old Node makes npm skip optional packages that need a newer one, and native packages are always
// optional. Runs npm again on the bundled Node to install what is missing.
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
