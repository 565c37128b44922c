import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { bytesOf, spellingsOf, valuesIn } from './spellings.ts';

const name = 'Zsófia Quaránta';
const email = 'zsofia.q@example.net';
const phone = '709998877';
const all = [name, email, phone].map(spellingsOf);
const base64 = (text: string) => Buffer.from(text).toString('base64');

it.each([
  ['as it is', `{"name":"${name}"}`, name],
  ['in capitals', name.toUpperCase(), name],
  ['without accents', 'zsofia quaranta', name],
  ['escaped for JSON', String.raw`{"name":"Zs\u00f3fia Quar\u00E1nta"}`, name],
  ['escaped for HTML', '<p>Zs&#xF3;fia Quar&#xe1;nta</p>', name],
  ['escaped in the words of a header', '=?UTF-8?Q?Zs=C3=B3fia_Quar=C3=A1nta?=', name],
  ['broken for transport', 'Gentile Zs=C3=B3fia Qu=\r\nar=C3=A1nta', name],
  ['in an address', `?email=${encodeURIComponent(email)}`, email],
  ['in base64, at the beginning', base64(`${email} and more`), email],
  ['in base64, after one sign', base64(`.${email} and more`), email],
  ['in base64, after two', base64(`..${email} and more`), email],
  ['in base64 of broken lines', base64(`a mail to ${email}, over`).replaceAll(/(.{12})/g, '$1\r\n'), email],
  ['hashed without a key', createHash('sha256').update(email).digest('hex'), email],
  ['in base64 of a hash', createHash('md5').update(email).digest('base64'), email],
  ['set apart', '+36 70 999-88.77', phone],
])('finds a value %s', (_, text, value) => {
  expect(valuesIn(bytesOf(text), all)).toEqual([value]);
});

it('finds nothing without the value', () => {
  const text = ['Zita Quarta', 'zsofia@example.com', '709998876', base64('nobody@example.net')].join('\n');
  expect(valuesIn(bytesOf(text), all)).toEqual([]);
});
