import { erased } from '@visita/contracts/event';
import { sample, sampleId, sampleIds } from '@visita/contracts/samples';
import { rejects, specs } from '@visita/platform/testing/decider';
import { describe, expect, it } from 'vitest';
import { proDecider } from './decider.ts';

const { given, fold } = specs(proDecider);
const { owner: proId, token: tokenId } = sampleIds;
const active = [sample('ProSignedUp'), sample('PersonalDataSaved'), sample('PlanChosen')];
const [inTime, late] = ['2026-11-20T09:59:59.999Z', '2026-11-20T10:00:00.000Z'];
const expires = late;
const newer = sampleId(7, 2);

describe('a forgotten password', () => {
  const asked = sample('PasswordResetRequested');
  const askedAgain = sample('PasswordResetRequested', { tokenId: newer });
  const setAnew = sample('PasswordSet');
  const proven = sample('ProAddressProven', { by: 'reset' });
  const ask = { type: 'request-password-reset', tokenId, expires } as const;
  const set = { type: 'set-password', tokenId, link: 'reset', now: inTime } as const;

  it('gets a mailed link on each request', () => {
    given(active).when(ask).then([asked]);
    given([...active, asked])
      .when({ ...ask, tokenId: newer })
      .then([askedAgain]);
  });

  it('is replaced by the link', () => {
    given([...active, asked])
      .when(set)
      .once([setAnew, proven]);
  });

  it('is replaced once: the link is used up', () => {
    given([...active, asked, setAnew])
      .when(set)
      .then(rejects('token-invalid'));
  });

  it('is not replaced by an expired reset token', () => {
    given([...active, asked])
      .when({ ...set, now: late })
      .then(rejects('token-expired'));
  });

  it('is not replaced by a superseded link', () => {
    given([...active, asked, askedAgain])
      .when(set)
      .then(rejects('token-invalid'));
  });

  it('is not replaced without a request, or by the link of an email change', () => {
    given(active).when(set).then(rejects('token-invalid'));
    given([...active, sample('EmailChangeRequested')])
      .when(set)
      .then(rejects('token-invalid'));
  });
});

describe('an email change', () => {
  const newEmail = 'anna.rossi@example.com';
  const asked = sample('EmailChangeRequested');
  const changed = sample('EmailChanged');
  const ask = { type: 'request-email-change', tokenId, expires, newEmail } as const;
  const confirm = { type: 'change-email', tokenId, now: inTime } as const;

  it('is requested, and requested again', () => {
    given(active).when(ask).then([asked]);
    given([...active, asked])
      .when({ ...ask, tokenId: newer })
      .then([sample('EmailChangeRequested', { tokenId: newer })]);
  });

  it('is blocked when the value equals the current email', () => {
    given(active)
      .when({ ...ask, newEmail: 'anna@example.com' })
      .then(rejects('email-taken'));
    given([...active, asked, changed])
      .when(ask)
      .then(rejects('email-taken'));
  });

  it('is made by the link mailed to the new email', () => {
    given([...active, asked])
      .when(confirm)
      .once([changed, sample('ProAddressProven', { by: 'email-change' })]);
    expect(fold([...active, asked, changed])).toMatchObject({ email: newEmail, username: 'anna' });
  });

  it('is made once, in time, and by the newest link', () => {
    given([...active, asked, changed])
      .when(confirm)
      .then(rejects('token-invalid'));
    given([...active, asked])
      .when({ ...confirm, now: late })
      .then(rejects('token-expired'));
    given([...active, asked, sample('EmailChangeRequested', { tokenId: newer })])
      .when(confirm)
      .then(rejects('token-invalid'));
  });

  it('is not made by the link of a forgotten password', () => {
    given([...active, sample('PasswordResetRequested')])
      .when(confirm)
      .then(rejects('token-invalid'));
  });

  it('ends a password link mailed to the old email', () => {
    given([...active, sample('PasswordResetRequested', { tokenId: newer }), asked, changed])
      .when({ type: 'set-password', tokenId: newer, link: 'reset', now: inTime })
      .then(rejects('token-invalid'));
  });

  it('cannot be made once the new email is erased', () => {
    given([...active, sample('EmailChangeRequested', { newEmail: erased })])
      .when(confirm)
      .then(rejects('token-invalid'));
  });
});

describe('pending links', () => {
  const none = { password: null, invitation: null, emailChange: null, proof: null };
  const change = sample('EmailChangeRequested');
  const { newEmail } = change.data;
  const waiting = { ...none, emailChange: { tokenId, expires: change.data.expires, newEmail } };

  it('are none at first', () => {
    expect(fold(active)).toMatchObject({ links: none });
  });

  it('of an email change end if another mail proves the address, and stay after its first proof', () => {
    const provenBy = (by: 'reset' | 'sign-up') => sample('ProAddressProven', { by });
    expect(fold([...active, change, provenBy('reset')])).toMatchObject({ links: none });
    expect(fold([...active, change, provenBy('sign-up')])).toMatchObject({ links: waiting });
  });

  it('of an email change stay when a password is set', () => {
    const events = [change, sample('PasswordResetRequested', { tokenId: newer }), sample('PasswordSet')];
    expect(fold([...active, ...events])).toMatchObject({ links: waiting });
  });
});

describe('a collaborator invited by an unknown email', () => {
  const invited = sample('ProInvited', { expires });
  const { data } = invited;
  const invite = { type: 'invite', ...data, email: 'bruno@example.com', username: 'bruno' } as const;
  const link = 'invitation';
  const set = { type: 'set-password', tokenId: data.tokenId, link, now: inTime } as const;

  it('gets a shell account and a link', () => {
    given([]).when(invite).then([invited]);
    expect(fold([invited])).toMatchObject({ email: 'bruno@example.com', username: 'bruno', slug: 'bruno' });
  });

  it('sets a password by the link, in time', () => {
    given([invited])
      .when(set)
      .once([
        { type: 'PasswordSet', data: { proId: data.proId, tokenId: data.tokenId, link } },
        sample('ProAddressProven', { proId: data.proId, by: link }),
      ]);
    given([invited])
      .when({ ...set, now: late })
      .then(rejects('token-expired'));
  });

  it('may ask for a new link when the first has expired', () => {
    const again = { type: 'request-password-reset', tokenId: newer, expires } as const;
    given([invited])
      .when(again)
      .then([sample('PasswordResetRequested', { proId: data.proId, tokenId: newer })]);
  });

  it('keeps the link despite requests for a new password, until a password is set by either', () => {
    const asked = sample('PasswordResetRequested', { proId: data.proId, tokenId: newer });
    const reset = { ...set, tokenId: newer, link: 'reset' } as const;
    const proven = (by: 'invitation' | 'reset') => sample('ProAddressProven', { proId: data.proId, by });
    const setBy = (tokenId: string, by: 'invitation' | 'reset') =>
      sample('PasswordSet', { proId: data.proId, tokenId, link: by });
    given([invited, asked])
      .when(set)
      .once([setBy(data.tokenId, link), proven(link)]);
    given([invited, asked])
      .when(reset)
      .once([setBy(newer, 'reset'), proven('reset')]);
    given([invited, asked, setBy(newer, 'reset')])
      .when(set)
      .then(rejects('token-invalid'));
    given([invited, asked, setBy(data.tokenId, link)])
      .when(reset)
      .then(rejects('token-invalid'));
  });

  it('is mailed a link by each clinic that invites', () => {
    const { clinicId } = sample('InvitationLinkIssued').data;
    const issue = { type: 'issue-invitation-link', tokenId: newer, expires, clinicId } as const;
    given([invited])
      .when(issue)
      .then([sample('InvitationLinkIssued', { proId: data.proId, tokenId: newer, expires })]);
    given(active)
      .when(issue)
      .then([sample('InvitationLinkIssued', { proId, tokenId: newer, expires })]);
  });

  it("keeps an unproven owner's earlier reset request", () => {
    const asked = sample('PasswordResetRequested');
    const again = sample('InvitationLinkIssued', { proId, tokenId: newer });
    given([...active, asked, again])
      .when({ type: 'set-password', tokenId, link: 'reset', now: inTime })
      .once([sample('PasswordSet'), sample('ProAddressProven', { by: 'reset' })]);
  });

  it('sets nothing by a link mailed for the other purpose', () => {
    given([invited])
      .when({ ...set, link: 'reset' })
      .then(rejects('token-invalid'));
  });

  it('never gets another link for an existing account', () => {
    given(active)
      .when({ ...invite, proId })
      .then([]);
  });

  it('is not created from an abandoned or deleted account', () => {
    given([{ type: 'SignUpAbandoned', data: { proId } }])
      .when(invite)
      .then(rejects('conflict'));
    given([...active, sample('ProDeletionRequested')])
      .when(invite)
      .then(rejects('conflict'));
  });
});
