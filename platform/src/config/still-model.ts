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
  ...(config.legalDirectory === null ? ['the legal texts are models: set LEGAL_DIRECTORY'] : []),
  ...(/@(.+\.)?example$/i.test(config.supportEmail)
    ? [`help is at ${config.supportEmail}, where nobody reads: set SUPPORT_EMAIL`]
    : []),
  ...(config.signUp === 'open'
    ? ['anybody can make an account: set SIGN_UP=invited, unless you mean it']
    : []),
  ...(config.operatorEmail === null ? ['nobody is mailed when a backup fails: set OPERATOR_EMAIL'] : []),
  ...(isOnSameDisk(config) ? ['backups are on the disk of the data: set BACKUP_TO'] : []),
];
