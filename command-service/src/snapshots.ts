import { createHash, createSecretKey, type KeyObject } from 'node:crypto';
import type { Knex } from 'knex';
import type { Subject } from '@visita/contracts/event';
import type { Log } from '@visita/platform/logging/log';
import type { Snapshot, Snapshots } from '@visita/platform/runtime/snapshots';
import { decrypt, encrypt } from '@visita/platform/vault/cipher';
import type { SubjectKey } from '@visita/platform/vault/key-cache';
import type { Vault } from '@visita/platform/vault/vault';

type Deps = { knex: Knex; vault: Pick<Vault, 'getKeys'>; log: Pick<Log, 'warn'> };

type Row = { version: number; revision: string; event_id: string; subjects: Subject[]; state: Buffer };

const table = 'command.snapshots';

/** Derives one key from the keys of all subjects; null if a key is destroyed. */
const joint = (subjects: readonly Subject[], keys: ReadonlyMap<Subject, SubjectKey>): KeyObject | null => {
  const hash = createHash('sha256').update('visita.snapshot');
  for (const subject of subjects.toSorted()) {
    const key = keys.get(subject);
    if (!key) return null;
    hash.update(key.export());
  }
  return createSecretKey(hash.digest());
};

const contextOf = ({ stream, version, revision }: Pick<Snapshot, 'stream' | 'version' | 'revision'>) =>
  `${stream}|${version}|${revision}`;

/**
 * Stores snapshots in a table of the command schema. Like the events, they are readable as long as
 * all their subjects' keys exist. After the erasure of a person, the stream is read from its events
 * again.
 */
export const createSnapshots = ({ knex, vault, log }: Deps): Snapshots => {
  const keyOf = async (subjects: readonly Subject[]): Promise<KeyObject | null> =>
    joint(subjects, subjects.length > 0 ? await vault.getKeys(subjects) : new Map());

  const write = async ({ state, subjects, ...snapshot }: Snapshot): Promise<void> => {
    const key = await keyOf(subjects);
    if (!key) return;
    const { stream, version, revision, eventId } = snapshot;
    const sealed = encrypt(key, contextOf(snapshot), JSON.stringify(state));
    const row = { stream, version, revision, event_id: eventId, subjects, state: sealed };
    await knex(table).insert(row).onConflict('stream').merge();
  };

  let writing = Promise.resolve();

  return {
    find: async (stream, version) => {
      const row = await knex(table).where({ stream, version }).first<Row | undefined>();
      if (!row) return null;
      const { subjects, event_id: eventId, state: sealed } = row;
      const revision = Number(row.revision);
      const key = await keyOf(subjects);
      if (!key) return null;
      const state = JSON.parse(
        decrypt(key, contextOf({ stream, version, revision }), sealed).toString(),
      ) as unknown;
      return { stream, version, revision, eventId, state, subjects };
    },
    // Snapshots are written one after the other, so that the newest one of a stream stays.
    keep: (snapshot) => {
      writing = writing
        .then(() => write(snapshot))
        .catch((error: unknown) =>
          log.warn({ err: error }, 'a snapshot could not be written: its stream is read from the events'),
        );
      return writing;
    },
  };
};
