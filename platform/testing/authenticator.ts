import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type {
  CreatedPasskey,
  PasskeyCreation,
  PasskeyRequest,
  UsedPasskey,
} from '@visita/contracts/api/passkeys';

/** Deviations from a correct device. */
type Odd = {
  readonly origin?: string;
  readonly rpId?: string;
  /** Whether the user was verified by biometrics or a PIN; true by default. */
  readonly verified?: boolean;
  /** Signature counter; one more than before, by default. */
  readonly counter?: number;
};

const base64url = (bytes: Uint8Array | string): string => Buffer.from(bytes).toString('base64url');
const sha256 = (bytes: Uint8Array | string): Buffer => createHash('sha256').update(bytes).digest();

/** Encodes the head of a CBOR item: the major type and a number below 65536. */
const head = (major: number, value: number): Buffer => {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  if (value < 256) return Buffer.from([(major << 5) | 24, value]);
  return Buffer.from([(major << 5) | 25, value >> 8, value & 255]);
};
const whole = (value: number): Buffer => (value < 0 ? head(1, -1 - value) : head(0, value));
const bytes = (value: Uint8Array): Buffer => Buffer.concat([head(2, value.length), value]);
const text = (value: string): Buffer => Buffer.concat([head(3, value.length), Buffer.from(value)]);
const map = (...pairs: readonly (readonly [Buffer, Buffer])[]): Buffer =>
  Buffer.concat([head(5, pairs.length), ...pairs.flat()]);

const [userPresent, userVerified, hasCredential] = [1, 4, 64];

const dataOf = (rpId: string, flags: number, counter: number): Buffer => {
  const count = Buffer.alloc(4);
  count.writeUInt32BE(counter);
  return Buffer.concat([sha256(rpId), Buffer.from([flags]), count]);
};

const clientData = (type: string, challenge: string, origin: string): string =>
  base64url(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

/** A device with one passkey (ES256), as a browser on this origin uses it. */
export const createAuthenticator = (origin: string) => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(16);
  let [counter, userHandle] = [0, ''];
  const flagsOf = ({ verified = true }: Odd): number => userPresent | (verified ? userVerified : 0);
  return {
    create: ({ challenge, rp, user }: PasskeyCreation, odd: Odd = {}): CreatedPasskey => {
      userHandle = user.id;
      const key = map(
        [whole(1), whole(2)],
        [whole(3), whole(-7)],
        [whole(-1), whole(1)],
        [whole(-2), bytes(Buffer.from(x, 'base64url'))],
        [whole(-3), bytes(Buffer.from(y, 'base64url'))],
      );
      const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key]);
      const data = dataOf(odd.rpId ?? rp.id, flagsOf(odd) | hasCredential, counter);
      const attestation = map(
        [text('fmt'), text('none')],
        [text('attStmt'), map()],
        [text('authData'), bytes(Buffer.concat([data, credential]))],
      );
      return {
        id: base64url(id),
        clientDataJSON: clientData('webauthn.create', challenge, odd.origin ?? origin),
        attestationObject: base64url(attestation),
        transports: ['internal'],
      };
    },
    use: ({ challenge, rpId }: PasskeyRequest, odd: Odd = {}): UsedPasskey => {
      counter = odd.counter ?? counter + 1;
      const data = dataOf(odd.rpId ?? rpId, flagsOf(odd), counter);
      const clientDataJSON = clientData('webauthn.get', challenge, odd.origin ?? origin);
      const signed = Buffer.concat([data, sha256(Buffer.from(clientDataJSON, 'base64url'))]);
      return {
        id: base64url(id),
        clientDataJSON,
        authenticatorData: base64url(data),
        signature: base64url(sign('sha256', signed, privateKey)),
        userHandle,
      };
    },
  };
};
