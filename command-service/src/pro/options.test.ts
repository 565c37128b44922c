import { sample, sampleIds } from '@visita/contracts/samples';
import { rejects, specs } from '@visita/platform/testing/decider';
import { describe, expect, it } from 'vitest';
import { proDecider } from './decider.ts';

const { given, fold } = specs(proDecider);
const proId = sampleIds.owner;
const active = [sample('ProSignedUp'), sample('PersonalDataSaved'), sample('PlanChosen')];
const thankYou = {
  type: 'OptionsChanged',
  data: { proId, changes: {}, thankYouPageUrl: 'https://a.it' },
} as const;

describe('options', () => {
  it('change field by field, and write only what differs', () => {
    const changes = { calendarAvailabilityLimit: 45, patientBookingLimit: false };
    given(active)
      .when({ type: 'change-options', changes, onlinePaymentFunction: false })
      .then([{ type: 'OptionsChanged', data: { proId, changes: { calendarAvailabilityLimit: 45 } } }]);
  });

  it('keep what a change says nothing of', () => {
    const changes = { calendarAvailabilityLimit: 45, comunicationsLanguage: undefined } as const;
    given(active)
      .when({ type: 'change-options', changes: changes as never, onlinePaymentFunction: false })
      .then([{ type: 'OptionsChanged', data: { proId, changes: { calendarAvailabilityLimit: 45 } } }]);
    expect(fold([...active, thankYou])).toMatchObject({
      options: {
        thankYouPageUrl: 'https://a.it',
        calendarAvailabilityLimit: 30,
        comunicationsLanguage: 'it',
      },
    });
  });

  it.each([{ paymentOnline: false }, { paymentOffline: false }, { reminderBookingEmail: false }])(
    'on mails and paying offline, as %o, need no plan',
    (changes) => {
      const on = { type: 'OptionsChanged', data: { proId, changes: { paymentOnline: true } } } as const;
      given([...active, on])
        .when({ type: 'change-options', changes, onlinePaymentFunction: false })
        .then([{ type: 'OptionsChanged', data: { proId, changes } }]);
    },
  );
});

describe('events tracking and online payment', () => {
  it.each([
    [{ thankYouPageUrl: 'https://example.com' }, { changes: {}, thankYouPageUrl: 'https://example.com' }],
    [{ paymentOnline: true }, { changes: { paymentOnline: true } }],
  ])('need a subscription with the online-payment function for %o', (changes, data) => {
    const command = { type: 'change-options', changes } as const;
    given(active)
      .when({ ...command, onlinePaymentFunction: false })
      .then(rejects('plan-required'));
    given(active)
      .when({ ...command, onlinePaymentFunction: true })
      .then([{ type: 'OptionsChanged', data: { proId, ...data } }]);
  });

  it('let the thank-you page be removed on any plan (disconnecting a page sends a null)', () => {
    given([...active, thankYou])
      .when({ type: 'change-options', changes: { thankYouPageUrl: null }, onlinePaymentFunction: false })
      .then([{ type: 'OptionsChanged', data: { proId, changes: {}, thankYouPageUrl: null } }]);
  });

  it('leave alone what was set while the plan still had it', () => {
    const changes = { thankYouPageUrl: 'https://a.it' };
    given([...active, thankYou])
      .when({ type: 'change-options', changes, onlinePaymentFunction: false })
      .then([]);
  });
});

describe('the booking slug', () => {
  it('starts as the username', () => {
    expect(fold(active)).toMatchObject({ slug: 'anna' });
    given(active).when({ type: 'request-slug', calendarPageUrl: 'anna' }).then([]);
  });

  it('changes to another value', () => {
    const [begun, other] = [
      sample('BookingSlugRequested'),
      sample('BookingSlugRequested', { turn: 2, calendarPageUrl: 'b' }),
    ];
    const { calendarPageUrl } = begun.data;
    const changed = { type: 'BookingSlugChanged', data: { proId, calendarPageUrl } } as const;
    const change = { type: 'change-slug', calendarPageUrl: 'studio_rossi', turn: 1 } as const;
    given(active).when({ type: 'request-slug', calendarPageUrl: 'studio_rossi' }).then([begun]);
    given([...active, begun])
      .when({ type: 'request-slug', calendarPageUrl: 'studio_rossi' })
      .then([]);
    given([...active, begun])
      .when(change)
      .then([changed]);
    given([...active, begun, changed])
      .when(change)
      .then([]);
    given(active).when(change).then(rejects('conflict'));
    given([...active, begun])
      .when({ type: 'request-slug', calendarPageUrl: 'b' })
      .then([other]);
    given([...active, begun, other])
      .when(change)
      .then(rejects('conflict'));
    given([...active, begun, other])
      .when({ type: 'give-up-slug', turn: 1 })
      .then([]);
    const givenUp = sample('BookingSlugGivenUp');
    given([...active, begun])
      .when({ type: 'give-up-slug', turn: 1 })
      .then([givenUp]);
    given([...active, begun, givenUp])
      .when(change)
      .then(rejects('conflict'));
  });
});
