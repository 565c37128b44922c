import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Signing } from './description.ts';
import { fieldAt } from './fields.ts';

/** A request of a gateway as it arrived. */
export type Incoming = {
  /** Address under the product's public origin, with its query. */
  readonly address: string;
  readonly header: (name: string) => string | undefined;
  /** The body's text; empty for GET. */
  readonly raw: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
};

type Digest = Extract<Signing, { secret: string }>;

const hash = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Compares two texts in constant time. */
export const isSame = (given: string, right: string): boolean => timingSafeEqual(hash(given), hash(right));

const sorted = (fields: Readonly<Record<string, unknown>>): [string, string][] =>
  Object.keys(fields)
    .toSorted()
    .map((name) => [name, fieldAt(fields, name) ?? '']);

/** Returns the text that a signature covers, and the signature in the request. */
const partsOf = (signing: Digest, request: Incoming): { covered: string; given: string | undefined } => {
  const { address, header, raw, query, body } = request;
  switch (signing.by) {
    case 'address-and-fields':
      return { covered: address + sorted(body).flat().join(''), given: header(signing.header) };
    case 'body':
      return { covered: raw, given: header(signing.header)?.replace(/^\w+=/, '') };
    case 'fields': {
      const { [signing.field]: given, ...fields }: Record<string, unknown> = { ...query, ...body };
      const covered = sorted(fields).map(([name, value]) => `&${name}=${value.replaceAll(/[&=]/g, '_')}`);
      return { covered: covered.join(''), given: typeof given === 'string' ? given : undefined };
    }
  }
};

/** Tells whether a request was signed with the secret, as its description says. */
export const isSignedBy = (signing: Digest, request: Incoming, secret: string): boolean => {
  const { covered, given } = partsOf(signing, request);
  if (given === undefined || secret === '') return false;
  const right = createHmac(signing.algorithm, secret).update(covered).digest(signing.encoding);
  return signing.encoding === 'hex' ? isSame(given.toLowerCase(), right) : isSame(given, right);
};
