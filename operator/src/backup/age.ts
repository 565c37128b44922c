import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';

/** Transforms a byte stream. */
export type Recode = (bytes: ReadableStream<Uint8Array>) => Promise<ReadableStream<Uint8Array>>;

export const ageSuffix = '.age';

type WebStream = Parameters<Encrypter['encrypt']>[0] & globalThis.ReadableStream<Uint8Array>;

/** Encrypts to a recipient (`age1…`). Throws if it is invalid. */
export const sealTo = (recipient: string): Recode => {
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient);
  return (plain) => encrypter.encrypt(plain as WebStream);
};

/**
 * Decrypts with an identity file of age-keygen: one identity per line, with comments. Throws if one is
 * invalid.
 */
export const openWith = (identities: string): Recode => {
  const decrypter = new Decrypter();
  const lines = identities.split('\n').map((line) => line.trim());
  for (const line of lines) if (line !== '' && !line.startsWith('#')) decrypter.addIdentity(line);
  return (sealed) => decrypter.decrypt(sealed as WebStream);
};

export const newIdentity = async (): Promise<{ readonly file: string; readonly recipient: string }> => {
  const identity = await generateX25519Identity();
  const recipient = await identityToRecipient(identity);
  return { file: `# public key: ${recipient}\n${identity}`, recipient };
};

/** Pipes bytes through a transformation. */
export const recoded = async (bytes: Readable, recode: Recode | null): Promise<Readable> =>
  recode === null
    ? bytes
    : Readable.fromWeb(await recode(Readable.toWeb(bytes) as ReadableStream<Uint8Array>));

/** Reads a backup file as plain bytes; the name is given without the suffix. */
export const readPlain = (path: string, open: Recode | null): Promise<Readable> =>
  recoded(createReadStream(open === null ? path : `${path}${ageSuffix}`), open);
