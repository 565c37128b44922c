import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Environment } from './prepare.ts';

/**
 * Where root runs a tool, becomes the owner of the product's data for the rest of it: what root writes there the product
 * could not read. Stays root where the data is root's, as of a trial, or not there yet.
 */
export const becomeOwner = (settings: Environment): void => {
  if (process.getuid?.() !== 0) return;
  const owner = statSync(resolve(settings['VAR_DIRECTORY'] || 'var'), { throwIfNoEntry: false });
  if (owner === undefined || owner.uid === 0) return;
  process.setgroups?.([owner.gid]);
  process.setgid?.(owner.gid);
  process.setuid?.(owner.uid);
};
