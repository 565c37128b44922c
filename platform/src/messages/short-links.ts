import { createHash, createHmac, type KeyObject } from 'node:crypto';
import { z } from 'zod';
import type { Database } from '../postgres/connect.ts';
import { type KeySource, keysOf } from '../vault/purpose-keys.ts';

/** A short link opens the page of a visit, of the question if the patient will come, of an offer, a booking page, or the person's own page of messages. */
const purpose = z.enum(['visit', 'answer', 'offer', 'book', 'messages']);
export type ShortLinkPurpose = z.infer<typeof purpose>;

/** Purpose and the id of the booking, offer or patient; for `answer` the ids of bookings, separated by spaces; for `book` slug and query of a booking page. */
export type ShortLink = { readonly purpose: ShortLinkPurpose; readonly target: string };

/** A stored link, with the keyed hash of the number to which it was texted; null if that was not stored yet. */
export type TextedLink = ShortLink & { readonly number: string | null };

/** Links in texts. A code has 128 bits and is stored as a hash only. */
export type ShortLinks = {
  /** Returns the code of a link; the same text gets the same code in every attempt. */
  issue(link: ShortLink, text: { id: string; number: string; expires: Date }): Promise<string>;
  /** Returns the link of a code; null if it is not known or has expired. */
  read(code: string): Promise<TextedLink | null>;
};

const codeShape = /^[\w-]{21}[a-z\d]$/i;
const codeBytes = 16;

const hashOf = (code: string): Buffer => createHash('sha256').update(code).digest();

/** Returns the first code that ends in a letter or digit: programs cut off other signs at the end of a link. */
const codeOf = (key: KeyObject, about: string): string => {
  for (let again = 0; ; again++) {
    const mac = createHmac('sha256', key).update(`short-link|${again}|${about}`).digest();
    const code = mac.subarray(0, codeBytes).toString('base64url');
    if (codeShape.test(code)) return code;
  }
};

type Options = { database: Pick<Database, 'pool'>; key: KeySource; now: () => Date };

export const createShortLinks = ({ database: { pool }, key, now }: Options): ShortLinks => {
  const keys = keysOf(key);
  return {
    issue: async ({ purpose: opens, target }, { id, number, expires }) => {
      const code = codeOf(keys.current().key, `${opens}|${target}|${id}`);
      await pool.query('delete from messages.short_links where expires < $1', [now()]);
      await pool.query(
        `insert into messages.short_links (code_hash, purpose, target, number, expires) values ($1, $2, $3, $4, $5)
         on conflict do nothing`,
        [hashOf(code), opens, target, number, expires],
      );
      return code;
    },
    read: async (code) => {
      if (!codeShape.test(code)) return null;
      const { rows } = await pool.query<{ purpose: string; target: string; number: string | null }>(
        'select purpose, target, number from messages.short_links where code_hash = $1 and expires > $2',
        [hashOf(code), now()],
      );
      return rows[0] ? { ...rows[0], purpose: purpose.parse(rows[0].purpose) } : null;
    },
  };
};
