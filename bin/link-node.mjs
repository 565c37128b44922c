// Runs after `npm ci`, on whatever Node there is, so it must not need what it brings.
import { existsSync, linkSync, mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const platform = process.platform === 'win32' ? 'win' : process.platform;
const file = platform === 'win' ? 'node.exe' : 'node';
const modules = fileURLToPath(new URL('../node_modules', import.meta.url));
const brought = join(`node-${platform}-${process.arch}`, 'bin', file);
const link = join(modules, '.bin', file);

/** Whether a Node comes along with the packages for this kind of machine: see optionalDependencies. */
export const isPublished = ['linux-x64', 'linux-arm64', 'win-x64'].includes(`${platform}-${process.arch}`);

/** Whether scripts find the Node that was brought along. */
export const isLinked = () => existsSync(link);

// npm 11 links it as node_modules/.bin/node, where `npm run` and npx look first; npm 9 and 10 do not, and then everything
// would run on their own Node.
if (existsSync(join(modules, brought)) && !isLinked()) {
  mkdirSync(dirname(link), { recursive: true });
  // Windows lets only administrators make symbolic links.
  if (platform === 'win') linkSync(join(modules, brought), link);
  else symlinkSync(join('..', brought), link);
}
