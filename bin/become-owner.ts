import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Environment } from './prepare.ts';

/**
 * If root runs a tool, switches to the owner of the product's data: the product could not read files written
 * by root. Stays root if root owns the data, as for a trial, or if there is none yet.
 */
export const becomeOwner = (settings: Environment): void => {
  if (process.getuid?.() !== 0) return;
  const owner = statSync(resolve(settings['VAR_DIRECTORY'] || 'var'), { throwIfNoEntry: false });
  if (owner === undefined || owner.uid === 0) return;
  process.setgroups?.([owner.gid]);
  process.setgid?.(owner.gid);
  process.setuid?.(owner.uid);
};
