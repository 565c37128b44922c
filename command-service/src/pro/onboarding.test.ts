import { sample, sampleIds } from '@visita/contracts/samples';
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
const invited = sample('ProInvited', { proId });
const onboarded = sample('CollaboratorOnboarded', { proId, profile });
const save = { type: 'save-personal-data', title: 'doc', profile } as const;
const choose = { type: 'choose-plan', plan: 'free' } as const;
const { title, marketingConsent, termsAcceptedAt } = onboarded.data;
const onboard = {
  type: 'onboard-collaborator',
  title,
  profile,
  marketingConsent,
  termsAcceptedAt,
} as const;

describe('configStatus', () => {
  it('is 1 after signup', () => {
    expect(fold([signedUp])).toMatchObject({ configStatus: 1, plan: null });
  });

  it('is 2 after personal data is saved', () => {
    given([signedUp]).when(save).then([saved]);
    expect(fold([signedUp, saved])).toMatchObject({ configStatus: 2, title: 'doc', profile, plan: null });
  });

  it('is 100 after choosing the free plan, and the subscription is free', () => {
    given([signedUp, saved]).when(choose).then([chosen]);
    expect(fold(active)).toMatchObject({ configStatus: 100, plan: 'free' });
  });

  it('is 10 for an invited collaborator, without any consent yet', () => {
    expect(fold([invited])).toMatchObject({ configStatus: 10, marketingConsent: false, plan: null });
  });

  it('is 100 after finishing collaborator onboarding, with the free plan', () => {
    given([invited]).when(onboard).then([onboarded]);
    const done = { configStatus: 100, plan: 'free', title, profile, marketingConsent };
    expect(fold([invited, onboarded])).toMatchObject(done);
  });

  it('is 100 for a collaborator who was asked for no consents, and none is recorded', () => {
    const silent = { type: 'CollaboratorOnboarded', data: { proId, title, profile } } as const;
    given([invited]).when({ type: 'onboard-collaborator', title, profile }).then([silent]);
    expect(fold([invited, silent])).toMatchObject({ configStatus: 100, title, marketingConsent: false });
  });
});

describe('onboarding', () => {
  it('moves 1 → 2 → 100 and 10 → 100 only', () => {
    given([signedUp]).when(choose).then(rejects('config-status'));
    given([signedUp]).when(onboard).then(rejects('config-status'));
    given([signedUp, saved]).when(onboard).then(rejects('config-status'));
    given([signedUp, saved])
      .when({ ...onboard, title: 'doc' })
      .then(rejects('config-status'));
    given([invited]).when(save).then(rejects('config-status'));
    given([invited]).when(choose).then(rejects('config-status'));
  });

  it('is done once', () => {
    given(active)
      .when({ ...save, title: 'none' })
      .then(rejects('config-status'));
    given(active).when(onboard).then(rejects('config-status'));
    given([invited, onboarded])
      .when({ ...onboard, title: 'none' })
      .then(rejects('config-status'));
    given([invited, onboarded]).when(save).then(rejects('config-status'));
  });

  it('never goes back, whatever the data', () => {
    given(active).when(save).then(rejects('config-status'));
  });

  it('accepts a correction before the plan is chosen, also of the title or profile alone', () => {
    given([signedUp, saved])
      .when({ ...save, title: 'none' })
      .then([sample('PersonalDataSaved', { title: 'none' })]);
    const corrected = { ...profile, phone: '3339999999' };
    given([signedUp, saved])
      .when({ ...save, profile: corrected })
      .then([sample('PersonalDataSaved', { profile: corrected })]);
  });

  it("keeps an invited collaborator's plan that an operator assigned meanwhile", () => {
    const assigned = sample('PlanAssigned', { plan: 'friends' });
    expect(fold([invited, assigned, onboarded])).toMatchObject({ plan: 'friends' });
  });

  it('is finished by choosing the free plan, also if an operator assigned it before', () => {
    given([signedUp, saved, sample('PlanAssigned', { plan: 'free' })])
      .when(choose)
      .then([chosen]);
  });

  it('never replaces an assigned plan by the free one', () => {
    given([...active, sample('PlanAssigned')])
      .when(choose)
      .then(rejects('config-status'));
  });

  it('needs an account', () => {
    given([]).when(save).then(rejects('not-found'));
    given([{ type: 'SignUpAbandoned', data: { proId } }])
      .when(save)
      .then(rejects('not-found'));
  });
});
