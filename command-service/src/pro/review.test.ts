import { sample, sampleId, sampleIds } from '@visita/contracts/samples';
import { rejects, specs } from '@visita/platform/testing/decider';
import { describe, expect, it } from 'vitest';
import { proDecider } from './decider.ts';

const { given, fold } = specs(proDecider);
const { owner: proId, token: tokenId } = sampleIds;
const connectionId = sampleId(10);
const proven = [sample('ProSignedUp'), sample('ProAddressProven')];
const connected = sample('ExternalCalendarConnected');
const ended = { type: 'ExternalCalendarDisconnected', data: { proId, connectionId, by: 'pro' } } as const;
const aboutConnections = sample('AccountReviewAsked', { about: 'connections' });
const aboutHoldings = sample('AccountReviewAsked');
const keep = { type: 'review-account', keep: true } as const;
const end = { type: 'review-account', keep: false } as const;
const now = '2026-11-20T09:59:59.999Z';

describe('a connected calendar', () => {
  it('removes its own question when it is disconnected, and no other', () => {
    expect(fold([...proven, connected, aboutConnections, ended])).toMatchObject({ review: null });
    const { about } = aboutHoldings.data;
    expect(fold([...proven, connected, aboutHoldings, ended])).toMatchObject({ review: about });
  });

  it('is asked about after a new password, a new email and the end of all sessions, under strict', () => {
    const reset = sample('PasswordResetRequested');
    const change = sample('EmailChangeRequested');
    const given1 = given([...proven, connected, reset, change]);
    given1
      .when({ type: 'set-password', tokenId, link: 'reset', now, strict: true })
      .once([sample('PasswordSet'), aboutConnections]);
    given1
      .when({ type: 'change-email', tokenId, now, strict: true })
      .once([sample('EmailChanged'), aboutConnections]);
    given1.when({ type: 'end-sessions', strict: true }).once([sample('SessionsEnded'), aboutConnections]);
    given1.when({ type: 'end-sessions', strict: false }).once([sample('SessionsEnded')]);
  });

  it('is asked about once, and only if there is one', () => {
    const ending = { type: 'end-sessions', strict: true } as const;
    given(proven)
      .when(ending)
      .once([sample('SessionsEnded')]);
    for (const asked of [aboutConnections, aboutHoldings])
      given([...proven, connected, asked])
        .when(ending)
        .once([sample('SessionsEnded')]);
  });

  it('stays or ends, and is not asked about any more', () => {
    const asked = [...proven, connected, aboutConnections];
    const reviewed = (kept: boolean) => sample('AccountReviewed', { about: 'connections', kept });
    given(asked)
      .when(keep)
      .once([reviewed(true)]);
    given(asked)
      .when(end)
      .once([reviewed(false), ended]);
    expect(fold([...asked, reviewed(true)])).toMatchObject({ review: null, externalCalendar: connectionId });
    expect(fold([...asked, ended])).toMatchObject({ review: null, externalCalendar: null });
  });
});

describe('all holdings of an account', () => {
  const asked = [...proven, aboutHoldings];

  it('stay, or go with the page that patients are redirected to', () => {
    given(asked)
      .when(keep)
      .once([sample('AccountReviewed')]);
    const sentTo = (thankYouPageUrl: string | null) =>
      ({ type: 'OptionsChanged', data: { proId, changes: {}, thankYouPageUrl } }) as const;
    given([...asked, sentTo('evil.example')])
      .when(end)
      .once([sample('AccountReviewed', { kept: false }), sentTo(null)]);
    given(asked)
      .when(end)
      .once([sample('AccountReviewed', { kept: false })]);
  });

  it('are deleted only after a question, and once', () => {
    given(proven).when(end).then(rejects('conflict'));
    given([...asked, sample('AccountReviewed', { kept: false })])
      .when(end)
      .then(rejects('conflict'));
  });
});
