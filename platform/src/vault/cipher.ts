import { createCipheriv, createDecipheriv, createSecretKey, KeyObject, randomBytes } from 'node:crypto';

const ivLength = 12;
const tagLength = 16;

/** 32 bytes, bare or as a `KeyObject`, which costs less where a key is used more than once. */
export type CipherKey = Uint8Array | KeyObject;

// Node 24 takes three times as long over a cipher whose key is bare bytes.
const keyObjectOf = (key: CipherKey): KeyObject => (key instanceof KeyObject ? key : createSecretKey(key));

/** AES-256-GCM: IV, ciphertext, tag. `context` is authenticated too and must be the same to open it. */
export const encrypt = (key: CipherKey, context: string, plain: Uint8Array | string): Buffer => {
  const iv = randomBytes(ivLength);
  const cipher = createCipheriv('aes-256-gcm', keyObjectOf(key), iv);
  cipher.setAAD(Buffer.from(context));
  const body = typeof plain === 'string' ? cipher.update(plain, 'utf8') : cipher.update(plain);
  return Buffer.concat([iv, body, cipher.final(), cipher.getAuthTag()]);
};

/** The plain bytes. Throws where key, context or a single bit differ. */
export const decrypt = (key: CipherKey, context: string, encrypted: Uint8Array): Buffer => {
  if (encrypted.length < ivLength + tagLength) throw new Error('too short');
  const decipher = createDecipheriv('aes-256-gcm', keyObjectOf(key), encrypted.subarray(0, ivLength), {
    authTagLength: tagLength,
  });
  decipher.setAAD(Buffer.from(context));
  decipher.setAuthTag(encrypted.subarray(-tagLength));
  const body = decipher.update(encrypted.subarray(ivLength, -tagLength));
  // It checks the tag; of this mode no bytes are left by now.
  decipher.final();
  return body;
};
