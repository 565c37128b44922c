import { createCipheriv, createDecipheriv, createSecretKey, randomBytes } from 'node:crypto';

const ivLength = 12;
const tagLength = 16;

// Keys are wrapped by createSecretKey: Node 24 takes three times as long over a cipher whose key is bare bytes.

/** AES-256-GCM: IV, ciphertext, tag. `context` is authenticated too and must be the same to open it. */
export const seal = (key: Uint8Array, context: string, plain: Uint8Array | string): Buffer => {
  const iv = randomBytes(ivLength);
  const cipher = createCipheriv('aes-256-gcm', createSecretKey(key), iv);
  cipher.setAAD(Buffer.from(context));
  const body = typeof plain === 'string' ? cipher.update(plain, 'utf8') : cipher.update(plain);
  return Buffer.concat([iv, body, cipher.final(), cipher.getAuthTag()]);
};

/** What was sealed. Throws where key, context or a single bit differ. */
export const unseal = (key: Uint8Array, context: string, sealed: Uint8Array): Buffer => {
  if (sealed.length < ivLength + tagLength) throw new Error('too short');
  const decipher = createDecipheriv('aes-256-gcm', createSecretKey(key), sealed.subarray(0, ivLength), {
    authTagLength: tagLength,
  });
  decipher.setAAD(Buffer.from(context));
  decipher.setAuthTag(sealed.subarray(-tagLength));
  const body = decipher.update(sealed.subarray(ivLength, -tagLength));
  return Buffer.concat([body, decipher.final()]);
};
