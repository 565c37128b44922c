import { erased } from '@visita/contracts/event';
import { sample, sampleId, sampleIds } from '@visita/contracts/samples';
import { rejects, specs } from '@visita/platform/testing/decider';
import { describe, expect, it } from 'vitest';
import { proDecider } from './decider.ts';

const { given, fold } = specs(proDecider);
const proId = sampleIds.owner;
const profile = { name: 'Anna', lastname: 'Rossi', prefix: '+39', phone: '3331234567' };
const signedUp = sample('ProSignedUp');
const saved = sample('PersonalDataSaved');
const chosen = sample('PlanChosen');
const active = [signedUp, saved, chosen];
const leaving = sample('ProDeletionRequested');
const abandoned = { type: 'SignUpAbandoned', data: { proId } } as const;

describe('signup', () => {
  const signUp = {
    type: 'sign-up',
    proId,
    email: 'anna@example.com',
    username: 'anna',
    marketingConsent: false,
    comunicationsLanguage: 'it',
    now: signedUp.data.termsAcceptedAt,
  } as const;
  const abandon = { type: 'abandon-sign-up', proId } as const;

  it('creates an account with the given consent', () => {
    given([]).when(signUp).then([signedUp]);
    const consenting = sample('ProSignedUp', { marketingConsent: true });
    given([])
      .when({ ...signUp, marketingConsent: true })
      .then([consenting]);
    expect(fold([consenting])).toMatchObject({ marketingConsent: true });
  });

  it('is refused once its email or username belongs to another account', () => {
    given([]).when(abandon).then([abandoned]);
    given([abandoned]).when(signUp).then(rejects('conflict'));
  });

  it('cannot be abandoned once it is complete', () => {
    given([signedUp]).when(abandon).then(rejects('conflict'));
    given([...active, leaving])
      .when(abandon)
      .then(rejects('conflict'));
  });
});

describe('profile edit', () => {
  const changed = { ...profile, phone: '3339999999' };
  const updated = { type: 'ProfileUpdated', data: { proId, profile: changed } } as const;

  it('changes the personal data once they are stored', () => {
    given(active).when({ type: 'update-profile', profile: changed }).then([updated]);
    given([signedUp]).when({ type: 'update-profile', profile: changed }).then(rejects('config-status'));
  });

  it('writes nothing if nothing changes', () => {
    given(active).when({ type: 'update-profile', profile }).then([]);
  });

  it('restores nothing that was erased', () => {
    const forgotten = [signedUp, sample('PersonalDataSaved', { profile: erased }), chosen];
    given(forgotten).when({ type: 'update-profile', profile }).then(rejects('config-status'));
  });
});

describe('marketing consent', () => {
  it('is switched at once, each way', () => {
    const on = { type: 'MarketingConsentChanged', data: { proId, marketingConsent: true } } as const;
    given(active).when({ type: 'change-marketing-consent', marketingConsent: true }).then([on]);
    given([...active, on])
      .when({ type: 'change-marketing-consent', marketingConsent: false })
      .then([{ type: 'MarketingConsentChanged', data: { proId, marketingConsent: false } }]);
    given(active).when({ type: 'change-marketing-consent', marketingConsent: false }).then([]);
  });
});

describe('the subscription', () => {
  it('is assigned by operators', () => {
    given(active)
      .when({ type: 'assign-plan', plan: 'premium' })
      .then([sample('PlanAssigned')]);
  });
});

describe('account deletion', () => {
  const leave = { type: 'request-deletion' } as const;
  const finish = { type: 'finish-deletion', proId } as const;
  const mailsDeleted = sample('ProMailsDeleted');
  const gone = [...active, leaving, mailsDeleted, sample('ProErased')];

  it('is requested once, and ends the external calendar', () => {
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

  it('keeps what is still to be released: email, username and slug', () => {
    const slug = { type: 'BookingSlugChanged', data: { proId, calendarPageUrl: 'studio' } } as const;
    const kept = { id: proId, email: 'anna@example.com', username: 'anna', slug: 'studio' };
    const turns = { slugTurn: 0, slugSince: null, formerSlugs: [], slugTurns: 0, pendingSlug: null };
    expect(fold([...active, slug, leaving])).toEqual({
      status: 'leaving',
      ...kept,
      ...turns,
      mailsDeleted: false,
    });
  });

  it('leaves nothing that commands could change', () => {
    for (const events of [[...active, leaving], gone]) {
      given(events).when(leave).then(rejects('not-found'));
      given(events).when({ type: 'update-profile', profile }).then(rejects('not-found'));
    }
  });

  it('ends with the erasure, which removes personal data, once the mails are deleted', () => {
    given([...active, leaving, mailsDeleted])
      .when(finish)
      .then([sample('ProErased')]);
    given([...active, leaving])
      .when(finish)
      .then([]);
    given(active).when(finish).then([]);
    expect(fold(gone)).toEqual({ status: 'erased' });
  });

  it('erases once', () => {
    given(gone).when(finish).then([]);
  });
});

describe('an account', () => {
  it.each([
    'NewBrowserUsed',
    'LoginSlowed',
    'SessionsEnded',
    'CalendarFeedCreated',
    'FactorAdded',
    'FactorRemoved',
    'PasskeyAdded',
    'PasskeyRenamed',
    'PasskeyRemoved',
    'RecoveryCodesRenewed',
    'RecoveryCodeUsed',
  ] as const)('does not change on a %s', (type) => {
    expect(fold([...active, sample(type)])).toEqual(fold(active));
  });

  it('records changes of its access', () => {
    given(active)
      .when({ type: 'note-security', what: 'LoginSlowed' })
      .once([sample('LoginSlowed')]);
  });

  it('keeps nothing from after the deletion request, and deletes no mails before it', () => {
    expect(fold([...active, leaving, sample('PlanAssigned')])).toEqual(fold([...active, leaving]));
    expect(fold([...active, sample('ProMailsDeleted')])).toEqual(fold(active));
  });
});
