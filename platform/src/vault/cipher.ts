import { createCipheriv, createDecipheriv, createSecretKey, KeyObject, randomBytes } from 'node:crypto';

const ivLength = 12;
const tagLength = 16;

/** A key of 32 bytes, raw or as a `KeyObject`, which is faster if a key is used repeatedly. */
export type CipherKey = Uint8Array | KeyObject;

// Node 24 takes three times as long for a cipher with raw key bytes.
const keyObjectOf = (key: CipherKey): KeyObject => (key instanceof KeyObject ? key : createSecretKey(key));

/** Encrypts with AES-256-GCM: IV, ciphertext, tag. `context` is authenticated and must match on decryption. */
export const encrypt = (key: CipherKey, context: string, plain: Uint8Array | string): Buffer => {
  const iv = randomBytes(ivLength);
  const cipher = createCipheriv('aes-256-gcm', keyObjectOf(key), iv);
  cipher.setAAD(Buffer.from(context));
  const body = typeof plain === 'string' ? cipher.update(plain, 'utf8') : cipher.update(plain);
  return Buffer.concat([iv, body, cipher.final(), cipher.getAuthTag()]);
};

/** Returns the plain bytes. Throws if the key, the context or any bit differs. */
export const decrypt = (key: CipherKey, context: string, encrypted: Uint8Array): Buffer => {
  if (encrypted.length < ivLength + tagLength) throw new Error('too short');
  const decipher = createDecipheriv('aes-256-gcm', keyObjectOf(key), encrypted.subarray(0, ivLength), {
    authTagLength: tagLength,
  });
  decipher.setAAD(Buffer.from(context));
  decipher.setAuthTag(encrypted.subarray(-tagLength));
  const body = decipher.update(encrypted.subarray(ivLength, -tagLength));
  // Verifies the tag; GCM returns no bytes here.
  decipher.final();
  return body;
};
