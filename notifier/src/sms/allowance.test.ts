import { randomUUID } from 'node:crypto';
import { defaultMessageSettings } from '@visita/contracts/messages/settings';
import type { Gateways, Provider } from '@visita/platform/messages/description';
import type { Messaging } from '@visita/platform/messages/messaging';
import { expect, it } from 'vitest';
import { allowanceOf, createTextSending, perNumber, type Wanted } from './allowance.ts';

const described = { title: 'Kannel', credentials: [] } as unknown as Provider;
const usual: Gateways = { stopped: false, textsPerDay: 10, providers: { kannel: described } };
const now = new Date('2026-11-23T08:00:00.000Z');
const wanted: Wanted = {
  id: randomUUID(),
  proId: randomUUID(),
  clinicId: randomUUID(),
  patientId: randomUUID(),
  purpose: 'reminder',
  number: '+393331110001',
  notAfter: now,
};

const told: string[] = [];

/** Decides whether a text may be sent as the operator's file is, with texts of the professional this month. */
const allows = (
  current: () => Promise<Gateways>,
  { proMonth = 0, ...more }: Partial<Wanted & { proMonth: number }> = {},
) => {
  const used = { numberDay: 0, numberMonth: 0, proMonth, day: 0, refused: false, known: false };
  const messaging = {
    gateways: { current },
    ledger: { used: async () => used },
    numbers: { of: (number: string) => number },
  } as unknown as Messaging;
  const reads = {
    visit: async () => undefined,
    offer: async () => undefined,
    recall: async () => undefined,
    settings: async () => ({ ...defaultMessageSettings, provider: 'kannel' }),
  };
  const sending = createTextSending({
    messaging,
    reads,
    purposes: new Set(['reminder']),
    tellUsedUp: async (proId, maximum) => void told.push(`${proId} ${maximum}`),
    log: { warn: () => undefined },
  });
  return sending.allows({} as never, { ...wanted, ...more }, now);
};

it('a text may be sent until the operator stops all texts, and after the operator allows them again', async () => {
  let stopped = false;
  const current = async () => ({ ...usual, stopped });
  expect(await allows(current)).toBe('allowed');
  stopped = true;
  expect(await allows(current)).toBe('refused');
  stopped = false;
  expect(await allows(current)).toBe('allowed');
});

it('no text may be sent while the file cannot be read, or without the provider in it', async () => {
  expect(await allows(async () => Promise.reject(new Error('no file')))).toBe('refused');
  expect(await allows(async () => ({ ...usual, providers: {} }))).toBe('refused');
});

it('a text beyond the month of the professional, or of another purpose, may not be sent', async () => {
  expect(await allows(async () => usual, { proMonth: 200 })).toBe('used-up');
  expect(await allows(async () => usual, { purpose: 'survey' })).toBe('refused');
  expect(told.splice(0)).toEqual([`${wanted.proId} 200`]);
});

it.each([
  ['nothing', {}, 'allowed'],
  ['a refused number', { refused: true }, 'refused'],
  ['a message that was a text before', { known: true }, 'refused'],
  ['the day of the number', { numberDay: perNumber.day }, 'refused'],
  ['the month of the number', { numberMonth: perNumber.month }, 'refused'],
  ['the month of the professional', { proMonth: 200 }, 'used-up'],
  ['the day of the product', { day: 2_000 }, 'refused'],
])('a text after %s used up: %j is %s', (_, used, allowance) => {
  const none = { numberDay: 0, numberMonth: 0, proMonth: 0, day: 0, refused: false, known: false };
  expect(allowanceOf({ ...none, ...used }, { textsPerMonth: 200, textsPerDay: 2_000 })).toBe(allowance);
});
