// Runs after `npm ci`, on any Node version.
import { existsSync, linkSync, mkdirSync, realpathSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const platform = process.platform === 'win32' ? 'win' : process.platform;
const file = platform === 'win' ? 'node.exe' : 'node';
const modules = fileURLToPath(new URL('../node_modules', import.meta.url));
const brought = join(`node-${platform}-${process.arch}`, 'bin', file);
const link = join(modules, '.bin', file);

/** Whether a Node is bundled for this platform: see optionalDependencies. */
export const isPublished = ['linux-x64', 'linux-arm64', 'win-x64'].includes(`${platform}-${process.arch}`);

export const needed = 24;
export const isOldNode = Number(process.versions.node.split('.')[0]) < needed;

/**
 * Links the bundled Node where `npm run` and npx look first. npm 11 does so itself; npm 9 and 10 remove the
 * link together with packages for other platforms, whose link has the same name.
 */
export const linkNode = () => {
  if (!existsSync(join(modules, brought)) || existsSync(link)) return;
  mkdirSync(dirname(link), { recursive: true });
  // Only administrators can create symbolic links on Windows.
  if (platform === 'win') linkSync(join(modules, brought), link);
  else symlinkSync(join('..', brought), link);
};

linkNode();

export const linkedNode = existsSync(link) ? realpathSync(link) : null;
