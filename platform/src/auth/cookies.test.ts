import { expect, it } from 'vitest';
import { readCookie, setCookie } from './cookies.ts';

const at = { name: 'visita_x', path: '/api' };

it('is bound to its host over https, and to its path otherwise', () => {
  expect(setCookie({ ...at, secure: true }, { value: 'a.b', seconds: 60 })).toBe(
    '__Host-visita_x=a.b; Max-Age=60; Path=/; HttpOnly; SameSite=Strict; Secure',
  );
  expect(setCookie({ ...at, secure: false }, { value: '', seconds: 0 })).toBe(
    'visita_x=; Max-Age=0; Path=/api; HttpOnly; SameSite=Strict',
  );
});

it('is read by its exact name, whatever another host of the domain has set', () => {
  const header = 'a=1; visita_x=other; __Host-visita_x=own=; __Host-visita_xy=2';
  expect(readCookie({ ...at, secure: true }, header)).toBe('own=');
  expect(readCookie({ ...at, secure: false }, header)).toBe('other');
  for (const none of [undefined, '', 'visita_x', 'y=__Host-visita_x=1'])
    expect(readCookie({ ...at, secure: true }, none)).toBeNull();
});
