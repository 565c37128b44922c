import { expect, it } from 'vitest';
import { createSignUps } from './sign-ups.ts';

const key = Buffer.alloc(32, 7);
const now = new Date('2026-11-20T08:00:00.000Z');
const later = new Date('2026-11-27T08:00:00.000Z');
const anna = 'anna@example.com';

it('lets anyone sign up in open mode', () => {
  expect(createSignUps('open', key).allows(anna, undefined, now)).toBe(true);
});

it('lets an invited address sign up until the invitation expires', () => {
  const signUps = createSignUps('invited', key);
  const invitation = signUps.invite(anna, later);
  expect(signUps.allows(anna, invitation, now)).toBe(true);
  expect(signUps.allows('bea@example.com', invitation, now)).toBe(false);
  expect(signUps.allows(anna, invitation, later)).toBe(false);
  const [, mac = ''] = invitation.split('.');
  const longer = `${(later.getTime() + 1).toString(36)}.${mac}`;
  for (const given of [undefined, '', 'x', longer, `${invitation}x`.slice(1)])
    expect(signUps.allows(anna, given, now)).toBe(false);
  expect(createSignUps('invited', Buffer.alloc(32, 8)).allows(anna, invitation, now)).toBe(false);
});
