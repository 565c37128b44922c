import { sample, sampleId, sampleIds } from '@visita/contracts/samples';
import { rejects, specs } from '@visita/platform/testing/decider';
import { describe, expect, it } from 'vitest';
import { proDecider } from './decider.ts';

const { given, fold } = specs(proDecider);
const { owner: proId, token: tokenId } = sampleIds;
const [inTime, expires] = ['2026-11-20T09:59:59.999Z', '2026-11-20T10:00:00.000Z'];
const signedUp = sample('ProSignedUp', { proof: { tokenId, expires } });
const proven = sample('ProAddressProven');
const prove = { type: 'prove-address', tokenId, now: inTime } as const;
const newer = sampleId(7, 2);
const again = { type: 'request-address-proof', tokenId: newer, expires } as const;
const askedAgain = sample('AddressProofRequested', { tokenId: newer, expires });

describe('an address', () => {
  it("is proven by the sign-up's link in time, and only by the newest one", () => {
    expect(fold([signedUp])).toMatchObject({ addressProven: false });
    given([signedUp]).when(prove).then([proven]);
    expect(fold([signedUp, proven])).toMatchObject({ addressProven: true });
    given([signedUp])
      .when({ ...prove, now: expires })
      .then(rejects('token-expired'));
    given([signedUp, askedAgain]).when(prove).then(rejects('token-invalid'));
    given([signedUp, askedAgain])
      .when({ ...prove, tokenId: newer })
      .then([proven]);
    given([sample('ProSignedUp')])
      .when(prove)
      .then(rejects('token-invalid'));
  });

  it('is proven once: a link opened first by a scanner is no error for its reader, at any time', () => {
    given([signedUp, proven])
      .when({ ...prove, now: expires })
      .then([]);
  });

  it('gets another link until it is proven', () => {
    given([signedUp]).when(again).once([askedAgain]);
    given([signedUp, proven]).when(again).then([]);
  });

  it('is proven by any change through a mailed link, also in old accounts', () => {
    for (const type of ['PasswordSet', 'EmailChanged'] as const)
      expect(fold([sample('ProSignedUp'), sample(type)]), type).toMatchObject({ addressProven: true });
  });

  it("new, is not proven by the former address's link", () => {
    given([signedUp, sample('EmailChanged')])
      .when(prove)
      .then(rejects('token-invalid'));
  });
});

describe("a first proof by another link than the sign-up's", () => {
  const connectionId = sampleId(10);
  const connected = {
    type: 'ExternalCalendarConnected',
    data: { proId, connectionId, replaces: null },
  } as const;
  const reset = sample('PasswordResetRequested');
  const set = { type: 'set-password', tokenId, link: 'reset', now: inTime, strict: true } as const;
  const passwordSet = sample('PasswordSet');
  const byReset = sample('ProAddressProven', { by: 'reset' });
  const ended = { type: 'ExternalCalendarDisconnected', data: { proId, connectionId, by: 'pro' } } as const;

  const asked = sample('AccountReviewAsked');

  it('ends connections and requests of the unproven time, and asks for a review of the rest', () => {
    given([signedUp, connected, reset]).when(set).once([passwordSet, byReset, ended, asked]);
    expect(fold([signedUp, connected, reset, passwordSet, byReset, ended, asked])).toMatchObject({
      review: 'holdings',
      externalCalendar: null,
    });
    const changing = [signedUp, sample('EmailChangeRequested'), reset, passwordSet, byReset];
    given(changing).when({ type: 'change-email', tokenId, now: inTime }).then(rejects('token-invalid'));
  });

  it('asks nothing of invitees without an account', () => {
    const invited = sample('ProInvited', { expires });
    const { tokenId: invitation, proId: id } = invited.data;
    given([invited])
      .when({ ...set, tokenId: invitation, link: 'invitation' })
      .once([
        { type: 'PasswordSet', data: { proId: id, tokenId: invitation, link: 'invitation' } },
        sample('ProAddressProven', { proId: id, by: 'invitation' }),
      ]);
  });

  it("ends no connection if addresses count unproven, nor a proven account's", () => {
    given([signedUp, connected, reset])
      .when({ ...set, strict: false })
      .once([passwordSet, byReset]);
    given([signedUp, proven, connected, reset])
      .when({ ...set, strict: false })
      .once([passwordSet]);
  });
});
