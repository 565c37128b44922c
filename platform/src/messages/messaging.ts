import type { Config } from '../config/config.ts';
import type { Database } from '../postgres/connect.ts';
import type { KeySource } from '../vault/purpose-keys.ts';
import type { Vault } from '../vault/vault.ts';
import { type Callbacks, createCallbacks } from './callbacks.ts';
import { createProviderCredentials, type Credentials } from './credentials.ts';
import { createGateways, type GatewayList } from './gateways.ts';
import { createTextLedger, type TextLedger } from './ledger.ts';
import { createNumberHashes, type NumberHashes } from './numbers.ts';
import { createShortLinks, type ShortLinks } from './short-links.ts';

const personOf = (subject: string) => {
  const [, kind, id] = /^(patient|pro)-(.+)$/.exec(subject) ?? [];
  return kind === undefined || id === undefined ? null : { kind, id };
};

/** Texts by SMS: gateways, credentials, ledger, short links. */
export type Messaging = {
  readonly gateways: GatewayList;
  readonly credentials: Credentials;
  readonly callbacks: Callbacks;
  readonly ledger: TextLedger;
  readonly links: ShortLinks;
  readonly numbers: NumberHashes;
  /** Returns the ids of a person’s texts. */
  textsOf(subject: string): Promise<string[]>;
  /** Deletes the texts and links of a person, and the credentials of a pro. */
  forget(subject: string): Promise<void>;
};

type Options = {
  config: Pick<Config, 'smsGateways' | 'environment' | 'publicOrigin'>;
  database: Pick<Database, 'pool'>;
  vault: Pick<Vault, 'keysFor' | 'getKeys'>;
  /** Key of links, callbacks and hashes of numbers. */
  key: KeySource;
  now: () => Date;
};

export const createMessaging = (options: Options): Messaging => {
  const { config, database, key } = options;
  const credentials = createProviderCredentials(options);
  return {
    gateways: createGateways(config),
    credentials,
    callbacks: createCallbacks(config.publicOrigin, key),
    ledger: createTextLedger(database),
    links: createShortLinks({ ...options, key }),
    numbers: createNumberHashes(key),
    textsOf: async (subject) => {
      const person = personOf(subject);
      if (!person) return [];
      const sql = `select id from messages.texts where ${person.kind}_id = $1`;
      return (await database.pool.query<{ id: string }>(sql, [person.id])).rows.map(({ id }) => id);
    },
    forget: async (subject) => {
      const person = personOf(subject);
      if (!person) return;
      const { kind, id } = person;
      if (kind === 'pro') await credentials.forget(id);
      await database.pool.query(`delete from messages.texts where ${kind}_id = $1`, [id]);
      await database.pool.query('delete from messages.short_links where target = $1', [id]);
    },
  };
};
