import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Config } from './config.ts';

/** Returns the device of a directory, which may not exist yet. */
const diskOf = (directory: string): number => {
  const found = statSync(directory, { throwIfNoEntry: false });
  return found ? found.dev : diskOf(dirname(directory));
};

const isOnSameDisk = ({ backupPlace, varDirectory }: Config): boolean =>
  backupPlace.kind === 'folder' && diskOf(resolve(backupPlace.directory)) === diskOf(resolve(varDirectory));

/** Lists production settings that still have their template values; the operator decides on each. */
export const stillModel = (config: Config): readonly string[] => [
  ...(config.legalDirectory === null ? ['the legal texts are templates: set LEGAL_DIRECTORY'] : []),
  ...(/@(.+\.)?example$/i.test(config.supportEmail)
    ? [`the support address ${config.supportEmail} is an example: set SUPPORT_EMAIL`]
    : []),
  ...(config.signUp === 'open'
    ? ['anyone can create an account: set SIGN_UP=invited if this is not intended']
    : []),
  ...(config.operatorEmail === null ? ['no one is mailed when a backup fails: set OPERATOR_EMAIL'] : []),
  ...(isOnSameDisk(config) ? ['backups are on the disk of the data: set BACKUP_TO'] : []),
];
