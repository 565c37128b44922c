// Runs after `npm ci`, on whatever Node there is, so it must not need what it brings.
import { existsSync, linkSync, mkdirSync, realpathSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const platform = process.platform === 'win32' ? 'win' : process.platform;
const file = platform === 'win' ? 'node.exe' : 'node';
const modules = fileURLToPath(new URL('../node_modules', import.meta.url));
const brought = join(`node-${platform}-${process.arch}`, 'bin', file);
const link = join(modules, '.bin', file);

/** Whether a Node comes along with the packages for this kind of machine: see optionalDependencies. */
export const isPublished = ['linux-x64', 'linux-arm64', 'win-x64'].includes(`${platform}-${process.arch}`);

/** The major version of Node that the product needs. */
export const needed = 24;
export const isOldNode = Number(process.versions.node.split('.')[0]) < needed;

/**
 * Puts the Node that was brought along, if one was, where `npm run` and npx look first. npm 11 does so itself; npm 9 and
 * 10 take the link away again with the packages for other machines, whose link has the same name.
 */
export const linkNode = () => {
  if (!existsSync(join(modules, brought)) || existsSync(link)) return;
  mkdirSync(dirname(link), { recursive: true });
  // Windows lets only administrators make symbolic links.
  if (platform === 'win') linkSync(join(modules, brought), link);
  else symlinkSync(join('..', brought), link);
};

linkNode();

/** The Node that scripts find first, where one was brought along. */
export const linkedNode = existsSync(link) ? realpathSync(link) : null;
