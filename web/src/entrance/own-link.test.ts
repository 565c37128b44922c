import { describe, expect, it } from 'vitest';
import { isOwnLink } from './own-link.ts';

const anna = '0195fe3a-ffbb-7c01-9e2f-fb3effb1c0de';
const mara = '0195fe3a-ffbb-7c01-9e2f-fb3effb1c0df';

const base64url = (bytes: Buffer): string => bytes.toString('base64url');
/** Builds a link as `createSignedIds` does: two ids and a MAC. */
const linkOf = (proId: string): string =>
  base64url(Buffer.concat([Buffer.from(proId.replaceAll('-', ''), 'hex'), Buffer.alloc(48, 0xfb)]));
const sessionOf = (proId: string): string =>
  ['{"alg":"EdDSA"}', JSON.stringify({ sid: mara, sub: proId, aud: 'visita' }), 'signature']
    .map((part) => base64url(Buffer.from(part)))
    .join('.');

describe('a mailed link', () => {
  it('belongs to the session of its account and to no other', () => {
    expect(isOwnLink(linkOf(anna), sessionOf(anna))).toBe(true);
    expect(isOwnLink(linkOf(anna), sessionOf(mara))).toBe(false);
  });

  it.each([
    ['no session', linkOf(anna), null],
    ['no link of ours', 'of-a-mail', sessionOf(anna)],
    ['an undecodable session', 'a', sessionOf(anna)],
    ['another alphabet', `${linkOf(anna)}=`, sessionOf(anna)],
    ['a session that is no token', linkOf(anna), 'none'],
    ['a session without an account', linkOf(anna), 'a.e30.b'],
  ])('belongs to no account if there is %s', (_, link, session) => {
    expect(isOwnLink(link, session)).toBe(false);
  });
});
