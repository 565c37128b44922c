import { erased } from '@visita/contracts/event';
import { sample, sampleId, sampleIds } from '@visita/contracts/samples';
import { rejects, specs } from '@visita/platform/testing/decider';
import { describe, expect, it } from 'vitest';
import { proDecider } from './decider.ts';

const { given, fold } = specs(proDecider);
const proId = sampleIds.owner;
const profile = { name: 'Anna', lastname: 'Rossi', prefix: '+39', phone: '3331234567' };
const now = '2026-11-01T08:00:00.000Z';
const signedUp = sample('ProSignedUp');
const invited = sample('ProInvited', { proId });
const saved = sample('PersonalDataSaved');
const chosen = sample('PlanChosen');
const onboarded = sample('CollaboratorOnboarded', { proId });
const active = [signedUp, saved, chosen];
const save = { type: 'save-personal-data', title: 'doc', profile } as const;
const choose = { type: 'choose-plan', plan: 'free' } as const;
const { title, profile: colleague, marketingConsent } = onboarded.data;
const onboard = {
  type: 'onboard-collaborator',
  title,
  profile: colleague as typeof profile,
  marketingConsent,
  now: onboarded.data.termsAcceptedAt,
} as const;

describe('signing up', () => {
  const signUp = {
    type: 'sign-up',
    proId,
    email: 'anna@example.com',
    username: 'anna',
    marketingConsent: false,
    comunicationsLanguage: 'it',
    now,
  } as const;

  it('makes an account', () => {
    given([]).when(signUp).then([signedUp]);
  });

  it('is over once somebody took its claim', () => {
    given([])
      .when({ type: 'abandon-sign-up', proId })
      .then([{ type: 'SignUpAbandoned', data: { proId } }]);
    given([{ type: 'SignUpAbandoned', data: { proId } }])
      .when(signUp)
      .then(rejects('conflict'));
  });

  it('cannot be abandoned once it is done', () => {
    given([signedUp]).when({ type: 'abandon-sign-up', proId }).then(rejects('conflict'));
  });
});

describe('onboarding (decision 23)', () => {
  it('moves 1 → 2 → 100', () => {
    expect(fold([signedUp])).toMatchObject({ configStatus: 1 });
    given([signedUp]).when(save).then([saved]);
    expect(fold([signedUp, saved])).toMatchObject({ configStatus: 2, plan: null });
    given([signedUp, saved]).when(choose).then([chosen]);
    expect(fold(active)).toMatchObject({ configStatus: 100, plan: 'free' });
  });

  it('moves an invited collaborator 10 → 100', () => {
    expect(fold([invited])).toMatchObject({ configStatus: 10 });
    given([invited]).when(onboard).then([onboarded]);
    expect(fold([invited, onboarded])).toMatchObject({ configStatus: 100, plan: 'free' });
  });

  it('skips nothing and mixes nothing', () => {
    given([signedUp]).when(choose).then(rejects('config-status'));
    given([invited]).when(choose).then(rejects('config-status'));
    given([invited]).when(save).then(rejects('config-status'));
    given([signedUp]).when(onboard).then(rejects('config-status'));
    given(active).when(save).then(rejects('config-status'));
    given(active).when(onboard).then(rejects('config-status'));
  });

  it('takes a correction before the plan is chosen, of the title alone too', () => {
    given([signedUp, saved])
      .when({ ...save, title: 'none' })
      .then([sample('PersonalDataSaved', { title: 'none' })]);
  });

  it('needs an account', () => {
    given([]).when(save).then(rejects('not-found'));
    given([{ type: 'SignUpAbandoned', data: { proId } }])
      .when(save)
      .then(rejects('not-found'));
  });
});

describe('profile and consent', () => {
  const changed = { ...profile, phone: '3339999999' };

  it('change once the personal data are there', () => {
    given(active)
      .when({ type: 'update-profile', profile: changed })
      .then([{ type: 'ProfileUpdated', data: { proId, profile: changed } }]);
    given([signedUp]).when({ type: 'update-profile', profile: changed }).then(rejects('config-status'));
  });

  it('write nothing where nothing changes', () => {
    given(active).when({ type: 'update-profile', profile }).then([]);
    given(active).when({ type: 'change-marketing-consent', marketingConsent: false }).then([]);
  });

  it('do not come back after erasure', () => {
    const forgotten = [signedUp, sample('PersonalDataSaved', { profile: erased }), chosen];
    given(forgotten).when({ type: 'update-profile', profile }).then(rejects('config-status'));
  });

  it('switch the marketing consent', () => {
    given(active)
      .when({ type: 'change-marketing-consent', marketingConsent: true })
      .then([{ type: 'MarketingConsentChanged', data: { proId, marketingConsent: true } }]);
  });
});

describe('plan and options', () => {
  it('are assigned by operators (decision 22)', () => {
    given(active)
      .when({ type: 'assign-plan', plan: 'premium' })
      .then([sample('PlanAssigned')]);
  });

  it('change field by field, and write only what differs', () => {
    const changes = { calendarAvailabilityLimit: 45, patientBookingLimit: false };
    given(active)
      .when({ type: 'change-options', changes, onlinePaymentFunction: false })
      .then([{ type: 'OptionsChanged', data: { proId, changes: { calendarAvailabilityLimit: 45 } } }]);
  });

  it.each([{ thankYouPageUrl: 'https://example.com' }, { paymentOnline: true }])(
    'need the plan for %o (spec section 6)',
    (changes) => {
      const command = { type: 'change-options', changes } as const;
      given(active)
        .when({ ...command, onlinePaymentFunction: false })
        .then(rejects('plan-required'));
      given(active)
        .when({ ...command, onlinePaymentFunction: true })
        .then([{ type: 'OptionsChanged', data: { proId, changes } }]);
    },
  );

  it('let the thank-you page be removed on any plan', () => {
    const set = {
      type: 'OptionsChanged',
      data: { proId, changes: { thankYouPageUrl: 'https://a.it' } },
    } as const;
    given([...active, set])
      .when({ type: 'change-options', changes: { thankYouPageUrl: null }, onlinePaymentFunction: false })
      .then([{ type: 'OptionsChanged', data: { proId, changes: { thankYouPageUrl: null } } }]);
  });

  it('start with the username as booking slug (decision 34)', () => {
    expect(fold(active)).toMatchObject({ slug: 'anna' });
    given(active).when({ type: 'change-slug', calendarPageUrl: 'anna' }).then([]);
    given(active)
      .when({ type: 'change-slug', calendarPageUrl: 'studio' })
      .then([{ type: 'BookingSlugChanged', data: { proId, calendarPageUrl: 'studio' } }]);
  });
});

describe('the external calendar', () => {
  const [connectionId, another] = [sampleId(7, 1), sampleId(7, 2)];
  const connect = { type: 'connect-calendar', connectionId, onlinePaymentFunction: true } as const;
  const connected = {
    type: 'ExternalCalendarConnected',
    data: { proId, connectionId, replaces: null },
  } as const;
  const disconnected = {
    type: 'ExternalCalendarDisconnected',
    data: { proId, connectionId, by: 'pro' },
  } as const;

  it('is connected where the plan has it', () => {
    given(active).when(connect).then([connected]);
    given(active)
      .when({ ...connect, onlinePaymentFunction: false })
      .then(rejects('plan-required'));
  });

  it('is connected anew in place of the old connection', () => {
    given([...active, connected])
      .when({ ...connect, connectionId: another })
      .then([
        { type: 'ExternalCalendarConnected', data: { proId, connectionId: another, replaces: connectionId } },
      ]);
  });

  it('is disconnected on any plan, once', () => {
    given([...active, connected])
      .when({ type: 'disconnect-calendar' })
      .then([disconnected]);
    given(active).when({ type: 'disconnect-calendar' }).then([]);
  });
});

describe('deleting the account', () => {
  const leave = { type: 'request-deletion' } as const;
  const leaving = sample('ProDeletionRequested');
  const finish = { type: 'finish-deletion', proId } as const;

  it('is asked for once, and ends the external calendar', () => {
    given(active).when(leave).once([leaving]);
    const connectionId = sampleId(8, 1);
    const connected = {
      type: 'ExternalCalendarConnected',
      data: { proId, connectionId, replaces: null },
    } as const;
    const disconnected = {
      type: 'ExternalCalendarDisconnected',
      data: { proId, connectionId, by: 'pro' },
    } as const;
    given([...active, connected])
      .when(leave)
      .once([disconnected, leaving]);
  });

  it('leaves nothing that commands could change', () => {
    given([...active, leaving])
      .when(leave)
      .then(rejects('not-found'));
    given([...active, leaving])
      .when(save)
      .then(rejects('not-found'));
  });

  it('ends with the erasure, which forgets the person, once the mails are gone', () => {
    const mailless = [...active, leaving, sample('ProMailsDeleted')];
    given(mailless)
      .when(finish)
      .then([sample('ProErased')]);
    given([...active, leaving])
      .when(finish)
      .then([]);
    given(active).when(finish).then([]);
    expect(fold([...mailless, sample('ProErased')])).toEqual({ status: 'erased' });
  });
});
