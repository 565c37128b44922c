import type { BackupPlace } from '@visita/platform/config/backup-place';
import { openFolder } from './folder.ts';
import type { BackupStorage } from './storage.ts';

/** Opens a storage; aborting the signal cancels its operations. Loads only the client it needs. */
export const openStorage = async (place: BackupPlace, signal: AbortSignal): Promise<BackupStorage> => {
  if (place.kind === 'folder') return openFolder(place.directory);
  if (place.kind === 'sftp') return (await import('./sftp.ts')).openSftp(place, signal);
  return (await import('./s3.ts')).openS3(place, signal);
};
