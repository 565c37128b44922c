import { expect, it } from 'vitest';
import { mailboxOf, mailHolderOf } from './mailbox.ts';

it.each([
  ['carla@example.com', 'carla@example.com'],
  [' Carla+studio@Example.com', 'carla@example.com'],
  ['carla+a+b@example.com', 'carla@example.com'],
  ['car.la@example.com', 'car.la@example.com'],
  ['c.a.rla+x@googlemail.com', 'carla@gmail.com'],
  ['+39333@example.com', '+39333@example.com'],
  ['Carla+a@Пример.рф', 'carla@xn--e1afmkfd.xn--p1ai'],
])('%s is an alias of %s', (address, mailbox) => {
  expect(mailboxOf(address)).toBe(mailbox);
});

it.each([
  ['any@catch-all.example', 'catch-all.example'],
  ['other@deep.er.catch-all.example', 'catch-all.example'],
  ['any@mail.studio.co.uk', 'studio.co.uk'],
  ['any@mine.duckdns.org', 'duckdns.org'],
  ['any@почта.пример.рф', 'xn--e1afmkfd.xn--p1ai'],
  ['any@xn--e1afmkfd.xn--p1ai', 'xn--e1afmkfd.xn--p1ai'],
  ['carla+1@libero.it', 'carla@libero.it'],
  ['c.arla@gmail.com', 'carla@gmail.com'],
])('the mailbox %s counts as one of %s', (address, holder) => {
  expect(mailHolderOf(address)).toBe(holder);
});
