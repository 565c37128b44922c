import { expect, it } from 'vitest';
import { mailboxOf } from './budget.ts';

it.each([
  ['carla@example.com', 'carla@example.com'],
  [' Carla+studio@Example.com', 'carla@example.com'],
  ['carla+a+b@example.com', 'carla@example.com'],
  ['car.la@example.com', 'car.la@example.com'],
  ['c.a.rla+x@googlemail.com', 'carla@gmail.com'],
  ['+39333@example.com', '+39333@example.com'],
])('%s is a way to write %s', (address, mailbox) => {
  expect(mailboxOf(address)).toBe(mailbox);
});
