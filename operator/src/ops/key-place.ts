import type { Config } from '@visita/platform/config/config';
import { keyFileOf, readKeys, replaceKeyFile } from '@visita/platform/vault/key-file';
import type { RingPlace } from '../keys/rotate.ts';
import { access, constants } from 'node:fs/promises';
import { dirname } from 'node:path';

const canReplace = async (path: string): Promise<boolean> => {
  try {
    await access(dirname(path), constants.W_OK);
    return true;
  } catch {
    return false;
  }
};

export const ringPlaceOf = async (config: Config): Promise<RingPlace> => {
  const path = keyFileOf(config);
  const replaceable = path !== null && (await canReplace(path));
  return {
    read: () => readKeys(config),
    replace: replaceable ? (text) => replaceKeyFile(path, text) : null,
  };
};
