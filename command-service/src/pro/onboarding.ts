import type { ProEvent, Profile } from '@visita/contracts/pro/events';
import { Rejection } from '@visita/contracts/problem';
import type { ProAccount, Title } from './state.ts';

export type OnboardingCommand =
  | { type: 'save-personal-data'; title: Title; profile: Profile }
  | { type: 'choose-plan'; plan: 'free' }
  | ({ type: 'onboard-collaborator'; title: Title; profile: Profile } & CollaboratorConsents);

/** Consents given by an invited collaborator; only consents that were asked for are recorded. */
type CollaboratorConsents = Pick<
  Extract<ProEvent, { type: 'CollaboratorOnboarded' }>['data'],
  'marketingConsent' | 'termsAcceptedAt'
>;

export const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

const sameData = (state: ProAccount, { title, profile }: { title: Title; profile: Profile }): boolean =>
  state.title === title && same(state.profile, profile);

/** Onboarding moves 1 → 2 → 100 and 10 → 100 only. Repeating the last step changes nothing. */
export const decideOnboarding = (command: OnboardingCommand, state: ProAccount): ProEvent[] => {
  const proId = state.id;
  switch (command.type) {
    case 'save-personal-data':
      if (state.configStatus === 2 && sameData(state, command)) return [];
      if (state.configStatus !== 1 && state.configStatus !== 2) throw new Rejection('config-status');
      return [{ type: 'PersonalDataSaved', data: { proId, title: command.title, profile: command.profile } }];
    case 'choose-plan':
      if (state.configStatus === 100 && state.plan === command.plan) return [];
      if (state.configStatus !== 2) throw new Rejection('config-status');
      return [{ type: 'PlanChosen', data: { proId, plan: command.plan } }];
    case 'onboard-collaborator': {
      const { type: _, ...data } = command;
      if (state.configStatus === 100 && sameData(state, command)) return [];
      if (state.configStatus !== 10) throw new Rejection('config-status');
      return [{ type: 'CollaboratorOnboarded', data: { proId, ...data } }];
    }
  }
};
