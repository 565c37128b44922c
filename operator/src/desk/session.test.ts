import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { createDeskSessions, type DeskSessionsOptions, nameOf } from './session.ts';
import { isSame, tokenGiven } from './token.ts';

const token = 'a-token-of-more-than-32-characters';
const began = Date.parse('2026-11-20T08:00:00.000Z');

const ended = new Set<string>();
const sessions = (changes: Partial<DeskSessionsOptions> = {}) =>
  createDeskSessions({
    tokens: [{ name: null, token }],
    hours: 12,
    now: () => new Date(began),
    ids: randomUUID,
    ended: { add: async (id) => void ended.add(id), has: async (id) => ended.has(id) },
    ...changes,
  });
/** The part of a cookie that a browser sends back. */
const sent = (cookie: string): string => cookie.slice(0, cookie.indexOf(';'));

it('starts a session that only its cookie holds, unreadable for scripts', async () => {
  const cookie = sessions().begin({ operator: 'ada' }, { secure: true, token });
  expect(cookie).toMatch(
    /^__Host-visita_operator=.*; Max-Age=43200; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
  );
  expect(cookie).not.toContain(token);
  expect(sessions().begin({ operator: 'ada' }, { secure: false, token })).not.toContain('Secure');
  expect(await sessions().of(`other=1; ${sent(cookie)}; more=2`)).toEqual({ operator: 'ada' });
  expect(await sessions().end(undefined, { secure: false })).toMatch(
    /^visita_operator=; Max-Age=0; Path=\/operator;/,
  );
  expect(await sessions().end(undefined, { secure: true })).toMatch(
    /^__Host-visita_operator=; Max-Age=0; Path=\/;.*; Secure$/,
  );
});

it('rejects expired or altered sessions, and those of another token', async () => {
  const cookie = sent(sessions().begin({ operator: 'ada' }, { secure: true, token }));
  const [, text = '', signature = ''] = /=(.+)\.(.+)$/.exec(cookie) ?? [];
  const later = (hours: number) => sessions({ now: () => new Date(began + hours * 3_600_000) });
  expect(await later(11.9).of(cookie)).toEqual({ operator: 'ada' });
  expect(await later(12).of(cookie)).toBeNull();
  const [one, other] = [
    { name: 'ada', token },
    { name: 'eve', token: `${token}!` },
  ];
  expect(await sessions({ tokens: [other, one] }).of(cookie)).toEqual({ operator: 'ada' });
  expect(await sessions({ tokens: [other] }).of(cookie)).toBeNull();
  // The holder of a token can sign with it, but not as another operator.
  const claimed = sessions().begin({ operator: 'ada' }, { secure: true, token: other.token });
  expect(await sessions({ tokens: [one, other] }).of(sent(claimed))).toEqual({ operator: 'eve' });
  const forged = Buffer.from(JSON.stringify({ operator: 'eve', expires: began * 2 })).toString('base64url');
  for (const altered of [
    `${forged}.${signature}`,
    `${text}.${signature.slice(1)}`,
    text,
    '',
    `.${signature}`,
  ])
    expect(await sessions().of(`visita_operator=${altered}`)).toBeNull();
  expect(await sessions().of(undefined)).toBeNull();
});

it('ends a session for every copy of its cookie, and no other', async () => {
  const begin = () => sent(sessions().begin({ operator: 'ada' }, { secure: true, token }));
  const [cookie, other] = [begin(), begin()];
  await sessions().end(cookie, { secure: true });
  expect(await sessions().of(cookie)).toBeNull();
  expect(await sessions().of(other)).toEqual({ operator: 'ada' });
});

it('compares secrets of any length', () => {
  expect(isSame(token, token)).toBe(true);
  for (const other of ['', token.slice(1), `${token}x`, token.toUpperCase()])
    expect(isSame(token, other)).toBe(false);
});

it('tells which token was given', () => {
  const tokens = [
    { name: 'ada', token },
    { name: 'eve', token: `${token}!` },
  ];
  expect(tokenGiven(`${token}!`, tokens)).toBe(tokens[1]);
  for (const wrong of ['', `eve:${token}!`, `${token}?`]) expect(tokenGiven(wrong, tokens)).toBeNull();
});

it('writes names like actors', () => {
  expect(nameOf('Ada Lovelace <ada@example.com>')).toBe('Ada_Lovelace__ada_example.com_');
});
