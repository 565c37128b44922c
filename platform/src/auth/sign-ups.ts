import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { SignUpMode } from '../config/trust.ts';
import { type KeySource, keysOf } from '../vault/purpose-keys.ts';

/** Decides about sign-ups. An invitation is for one email address and contains its expiry. */
export type SignUps = {
  /** Returns an invitation for an address. Not stored: derived from the key. */
  invite(email: string, until: Date): string;
  allows(email: string, invitation: string | undefined, now: Date): boolean;
};

const macOf = (key: KeyObject, email: string, until: string): Buffer =>
  createHmac('sha256', key)
    .update(JSON.stringify(['sign-up', email, until]))
    .digest();

/** Creates invitations `<until>.<MAC>`: ms in base 36, and an HMAC-SHA256 of address and expiry. */
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
