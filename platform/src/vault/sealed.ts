import { createCipheriv, createDecipheriv, createSecretKey, KeyObject, randomBytes } from 'node:crypto';

const ivLength = 12;
const tagLength = 16;

/** 32 bytes, bare or as a `KeyObject`, which costs less where a key is used more than once. */
export type SealingKey = Uint8Array | KeyObject;

// Node 24 takes three times as long over a cipher whose key is bare bytes.
const keyObjectOf = (key: SealingKey): KeyObject => (key instanceof KeyObject ? key : createSecretKey(key));

/** AES-256-GCM: IV, ciphertext, tag. `context` is authenticated too and must be the same to open it. */
export const seal = (key: SealingKey, context: string, plain: Uint8Array | string): Buffer => {
  const iv = randomBytes(ivLength);
  const cipher = createCipheriv('aes-256-gcm', keyObjectOf(key), iv);
  cipher.setAAD(Buffer.from(context));
  const body = typeof plain === 'string' ? cipher.update(plain, 'utf8') : cipher.update(plain);
  return Buffer.concat([iv, body, cipher.final(), cipher.getAuthTag()]);
};

/** What was sealed. Throws where key, context or a single bit differ. */
export const unseal = (key: SealingKey, context: string, sealed: Uint8Array): Buffer => {
  if (sealed.length < ivLength + tagLength) throw new Error('too short');
  const decipher = createDecipheriv('aes-256-gcm', keyObjectOf(key), sealed.subarray(0, ivLength), {
    authTagLength: tagLength,
  });
  decipher.setAAD(Buffer.from(context));
  decipher.setAuthTag(sealed.subarray(-tagLength));
  const body = decipher.update(sealed.subarray(ivLength, -tagLength));
  // It checks the tag; of this mode no bytes are left by now.
  decipher.final();
  return body;
};
