import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { SignUpMode } from '../config/trust.ts';
import { type KeySource, keysOf } from '../vault/purpose-keys.ts';

/** Decides who may sign up. An invitation is for one address, and says itself until when. */
export type SignUps = {
  /** The invitation of an address, until an instant. Nothing of it is stored: the key makes it again. */
  invite(email: string, until: Date): string;
  allows(email: string, invitation: string | undefined, now: Date): boolean;
};

const macOf = (key: KeyObject, email: string, until: string): Buffer =>
  createHmac('sha256', key)
    .update(JSON.stringify(['sign-up', email, until]))
    .digest();

/** Invitations as `<until>.<MAC>`: milliseconds in base 36, and an HMAC-SHA256 over address and end. */
export const createSignUps = (mode: SignUpMode, source: KeySource): SignUps => {
  const keys = keysOf(source);
  const isInvited = (email: string, invitation: string, now: Date): boolean => {
    const [until = '', given = ''] = invitation.split('.');
    const mac = Buffer.from(given, 'base64url');
    if (!(Number.parseInt(until, 36) > now.getTime()) || mac.length !== 32) return false;
    return keys.all().some(({ key }) => timingSafeEqual(mac, macOf(key, email, until)));
  };
  return {
    invite: (email, until) => {
      const end = until.getTime().toString(36);
      return `${end}.${macOf(keys.current().key, email, end).toString('base64url')}`;
    },
    allows: (email, invitation, now) =>
      mode === 'open' || (invitation !== undefined && isInvited(email, invitation, now)),
  };
};
