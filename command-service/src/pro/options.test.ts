import { sample, sampleIds } from '@visita/contracts/samples';
import { formerSlugsKept } from '@visita/contracts/fields';
import type { ProEvent } from '@visita/contracts/pro/events';
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
  it('change field by field, and write only differences', () => {
    const changes = { calendarAvailabilityLimit: 45, patientBookingLimit: false };
    given(active)
      .when({ type: 'change-options', changes, onlinePaymentFunction: false })
      .then([{ type: 'OptionsChanged', data: { proId, changes: { calendarAvailabilityLimit: 45 } } }]);
  });

  it('keep the spoken languages in order, without duplicates', () => {
    const say = (languagesSpoken: ('it' | 'de')[]) =>
      ({ type: 'change-options', changes: { languagesSpoken }, onlinePaymentFunction: false }) as const;
    const changed: ProEvent = {
      type: 'OptionsChanged',
      data: { proId, changes: { languagesSpoken: ['it', 'de'] } },
    };
    given(active)
      .when(say(['it', 'de']))
      .then([changed]);
    given([...active, changed])
      .when(say(['it', 'de']))
      .then([]);
    given([...active, changed])
      .when(say(['de', 'it']))
      .then([{ type: 'OptionsChanged', data: { proId, changes: { languagesSpoken: ['de', 'it'] } } }]);
  });

  it('keep fields missing in a change', () => {
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

  it('do not change what was set while the plan included it', () => {
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
    const now = '2026-11-20T08:00:00.000Z';
    const changed: ProEvent = {
      type: 'BookingSlugChanged',
      data: { proId, calendarPageUrl, at: now, former: ['anna'] },
    };
    const change = { type: 'change-slug', calendarPageUrl: 'studio_rossi', turn: 1, now } as const;
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

  /** Former addresses, each used for the given hours. */
  const formerOf = (...stays: readonly (readonly [slug: string, hours: number])[]): unknown => {
    let at = Date.parse('2026-11-20T08:00:00.000Z');
    const events: ProEvent[] = [...active];
    for (const [index, [calendarPageUrl, hours]] of stays.entries()) {
      const turn = index + 1;
      events.push(sample('BookingSlugRequested', { calendarPageUrl, turn }));
      const now = new Date(at).toISOString();
      events.push(...proDecider.decide({ type: 'change-slug', calendarPageUrl, turn, now }, fold(events)));
      at += hours * 3_600_000;
    }
    const state = fold(events);
    if (state.status !== 'registered') throw new Error(state.status);
    expect(events.at(-1)).toMatchObject({ data: { former: state.formerSlugs.map(({ slug }) => slug) } });
    return state.formerSlugs;
  };

  it('redirects addresses used for a day, and the default one, with the turn of its claim', () => {
    expect(formerOf(['one', 24], ['two', 0])).toEqual([
      { slug: 'one', turn: 1 },
      { slug: 'anna', turn: 0 },
    ]);
    expect(formerOf(['one', 23.9], ['two', 0])).toEqual([{ slug: 'anna', turn: 0 }]);
    expect(formerOf(['one', 24], ['two', 24], ['one', 0])).toEqual([
      { slug: 'two', turn: 2 },
      { slug: 'anna', turn: 0 },
    ]);
    expect(formerOf(['one', 24], ['anna', 0], ['two', 0])).toEqual([
      { slug: 'anna', turn: 2 },
      { slug: 'one', turn: 1 },
    ]);
  });

  it('keeps a maximum of them, and releases the oldest', () => {
    const former = formerOf(...Array.from({ length: 25 }, (_, n) => [`studio_${n}`, 24] as const));
    expect(former).toHaveLength(formerSlugsKept);
    expect(former).not.toContainEqual({ slug: 'studio_0', turn: 1 });
  });

  it('counts as used for a day if it was changed before times were stored', () => {
    const earlier = { type: 'BookingSlugChanged', data: { proId, calendarPageUrl: 'old' } } as const;
    const begun = sample('BookingSlugRequested', { calendarPageUrl: 'new' });
    const now = '2026-11-20T08:00:00.000Z';
    given([...active, earlier, begun])
      .when({ type: 'change-slug', calendarPageUrl: 'new', turn: 1, now })
      .then([
        { type: 'BookingSlugChanged', data: { proId, calendarPageUrl: 'new', at: now, former: ['old'] } },
      ]);
  });
});
