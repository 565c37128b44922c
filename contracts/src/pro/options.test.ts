import { expect, test } from 'vitest';
import { erased } from '../event.ts';
import { proEvents } from './events.ts';
import { changedOptions } from './options.ts';

const proId = '00000000-0000-4000-8001-000000000001';

test('moves a thank-you page of version 1 to its current field', () => {
  const upcast = proEvents.OptionsChanged.upcasts[1]!;
  const page = 'https://studio.example/grazie';
  expect(upcast({ proId, changes: { thankYouPageUrl: page, paymentOnline: true } })).toEqual({
    proId,
    changes: { paymentOnline: true },
    thankYouPageUrl: page,
  });
  expect(upcast({ proId, changes: { thankYouPageUrl: null } })).toMatchObject({ thankYouPageUrl: null });
  expect(upcast({ proId, changes: { paymentOnline: true } })).not.toHaveProperty('thankYouPageUrl');
});

test('an erased thank-you page reads as none, and an unchanged one stays', () => {
  expect(proEvents.OptionsChanged.personalFields).toEqual(['thankYouPageUrl']);
  expect(changedOptions({ proId, changes: {}, thankYouPageUrl: erased })).toEqual({ thankYouPageUrl: null });
  expect(changedOptions({ proId, changes: { paymentOnline: true } })).toEqual({ paymentOnline: true });
});
