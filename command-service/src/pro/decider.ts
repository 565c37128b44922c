import type { ProEvent, Profile } from '@visita/contracts/pro/events';
import { isErased } from '@visita/contracts/event';
import { defaultSlug } from '@visita/contracts/fields';
import type { Language } from '@visita/contracts/language';
import { changedOptions, defaultOptions } from '@visita/contracts/pro/options';
import { Rejection } from '@visita/contracts/problem';
import type { Decider } from '@visita/platform/runtime/decider';
import { type CalendarCommand, decideCalendar } from './external-calendar.ts';
import { decideOnboarding, type OnboardingCommand, same } from './onboarding.ts';
import { decideOptions, type OptionsCommand } from './options.ts';
import {
  decideRecovery,
  evolveLinks,
  type InviteCommand,
  noLinks,
  type RecoveryCommand,
} from './recovery.ts';
import { decideProof, type ProofCommand } from './proof.ts';
import { decideReview, type ReviewCommand } from './review.ts';
import {
  decideEndSessions,
  decideSecurity,
  type EndSessionsCommand,
  type SecurityCommand,
} from './security.ts';
import { decideSlug, evolveSlug, type SlugCommand } from './slug.ts';
import type { PendingLink, PlanName, ProAccount, SlugState } from './state.ts';

/** An account being deleted: values still to be released. */
export type LeavingPro = { readonly status: 'leaving'; readonly mailsDeleted: boolean } & Pick<
  ProAccount,
  'id' | 'email' | 'username' | keyof SlugState
>;
export type ProState =
  | { readonly status: 'none' }
  | { readonly status: 'abandoned' }
  | ProAccount
  | LeavingPro
  | { readonly status: 'erased' };

export type ProCommand =
  | { type: 'request-deletion' }
  | { type: 'finish-deletion'; proId: string }
  | CalendarCommand
  | InviteCommand
  | OnboardingCommand
  | OptionsCommand
  | ProofCommand
  | RecoveryCommand
  | ReviewCommand
  | EndSessionsCommand
  | SecurityCommand
  | SlugCommand
  | {
      type: 'sign-up';
      proId: string;
      email: string;
      username: string;
      marketingConsent: boolean;
      comunicationsLanguage: Language;
      now: string;
      /** Link that proves the address, if one is mailed. */
      proof?: PendingLink;
    }
  | { type: 'abandon-sign-up'; proId: string }
  | { type: 'assign-plan'; plan: PlanName }
  | { type: 'update-profile'; profile: Profile }
  | { type: 'change-marketing-consent'; marketingConsent: boolean };

const registered = (
  data: Extract<ProEvent, { type: 'ProSignedUp' | 'ProInvited' }>['data'],
  configStatus: 1 | 10,
  marketingConsent: boolean,
): ProAccount => ({
  status: 'registered',
  id: data.proId,
  email: data.email,
  addressProven: false,
  review: null,
  username: data.username,
  slug: isErased(data.username) ? data.username : defaultSlug(data.username, data.proId),
  slugTurn: 0,
  slugSince: null,
  formerSlugs: [],
  slugTurns: 0,
  pendingSlug: null,
  title: null,
  profile: null,
  configStatus,
  plan: null,
  marketingConsent,
  options: defaultOptions(data.comunicationsLanguage),
  externalCalendar: null,
  links: noLinks,
});

type AccountEvent = Exclude<
  ProEvent,
  { type: 'ProSignedUp' | 'ProInvited' | 'SignUpAbandoned' | 'ProMailsDeleted' | 'ProErased' }
>;

const evolveAccount = (state: ProAccount, event: AccountEvent): ProState => {
  switch (event.type) {
    case 'PersonalDataSaved':
      return { ...state, title: event.data.title, profile: event.data.profile, configStatus: 2 };
    case 'PlanChosen':
      return { ...state, plan: event.data.plan, configStatus: 100 };
    case 'PlanAssigned':
      return { ...state, plan: event.data.plan };
    case 'CollaboratorOnboarded': {
      const { title, profile, marketingConsent = state.marketingConsent } = event.data;
      return { ...state, title, profile, marketingConsent, plan: state.plan ?? 'free', configStatus: 100 };
    }
    case 'ProfileUpdated':
      return { ...state, profile: event.data.profile };
    case 'MarketingConsentChanged':
      return { ...state, marketingConsent: event.data.marketingConsent };
    case 'OptionsChanged':
      return { ...state, options: { ...state.options, ...changedOptions(event.data) } };
    case 'BookingSlugRequested':
    case 'BookingSlugGivenUp':
    case 'BookingSlugChanged':
      return { ...state, ...evolveSlug(state, event) };
    case 'ExternalCalendarConnected':
      return { ...state, externalCalendar: event.data.connectionId };
    case 'ExternalCalendarDisconnected':
      return {
        ...state,
        externalCalendar: null,
        // There is nothing left to review.
        review: state.review === 'connections' ? null : state.review,
      };
    case 'AccountReviewAsked':
      return { ...state, review: event.data.about };
    case 'AccountReviewed':
      return { ...state, review: null };
    case 'EmailChanged':
      return {
        ...state,
        links: evolveLinks(state.links, event),
        email: event.data.email,
        addressProven: true,
      };
    // Setting a password requires having read a mail.
    case 'PasswordSet':
    case 'ProAddressProven':
      return { ...state, links: evolveLinks(state.links, event), addressProven: true };
    case 'AddressProofRequested':
    case 'InvitationLinkIssued':
    case 'PasswordResetRequested':
    case 'EmailChangeRequested':
      return { ...state, links: evolveLinks(state.links, event) };
    case 'NewBrowserUsed':
    case 'LoginSlowed':
    case 'SessionsEnded':
    case 'CalendarFeedCreated':
    case 'FactorAdded':
    case 'FactorRemoved':
    case 'PasskeyAdded':
    case 'PasskeyRenamed':
    case 'PasskeyRemoved':
    case 'RecoveryCodesRenewed':
    case 'RecoveryCodeUsed':
      return state;
    case 'ProDeletionRequested': {
      const { id, email, username, slug, slugTurn, slugSince, formerSlugs, slugTurns, pendingSlug } = state;
      const slugs = { slug, slugTurn, slugSince, formerSlugs, slugTurns, pendingSlug };
      return { status: 'leaving', id, email, username, ...slugs, mailsDeleted: false };
    }
  }
};

const evolve = (state: ProState, event: ProEvent): ProState => {
  switch (event.type) {
    case 'ProSignedUp': {
      const { marketingConsent, proof = null } = event.data;
      return { ...registered(event.data, 1, marketingConsent), links: { ...noLinks, proof } };
    }
    case 'ProInvited':
      return { ...registered(event.data, 10, false), links: evolveLinks(noLinks, event) };
    case 'SignUpAbandoned':
      return { status: 'abandoned' };
    case 'ProMailsDeleted':
      return state.status === 'leaving' ? { ...state, mailsDeleted: true } : state;
    case 'ProErased':
      return { status: 'erased' };
    default:
      return state.status === 'registered' ? evolveAccount(state, event) : state;
  }
};

type BeginCommand = Extract<ProCommand, { type: 'sign-up' | 'invite' | 'abandon-sign-up' }>;

const isBegin = (command: ProCommand): command is BeginCommand =>
  command.type === 'sign-up' || command.type === 'invite' || command.type === 'abandon-sign-up';

/** Creates an account, or fences off one that was never created. */
const decideBegin = (command: BeginCommand, state: ProState): readonly ProEvent[] => {
  if (command.type === 'abandon-sign-up') {
    if (state.status !== 'none' && state.status !== 'abandoned') throw new Rejection('conflict');
    return state.status === 'abandoned' ? [] : [{ type: 'SignUpAbandoned', data: { proId: command.proId } }];
  }
  if (state.status === 'registered') return [];
  if (state.status !== 'none') throw new Rejection('conflict');
  if (command.type === 'invite') {
    const { type: _, ...data } = command;
    return [{ type: 'ProInvited', data }];
  }
  const { type: _, now: termsAcceptedAt, ...given } = command;
  const data = { ...given, termsAcceptedAt };
  return [{ type: 'ProSignedUp', data }];
};

/** Requests the deletion once; the erasure follows and may be repeated. */
const decideDeletion = (state: ProAccount): readonly ProEvent[] => [
  ...decideCalendar({ type: 'disconnect-calendar' }, state),
  { type: 'ProDeletionRequested', data: { proId: state.id } },
];

const decide = (command: ProCommand, state: ProState): readonly ProEvent[] => {
  if (isBegin(command)) return decideBegin(command, state);
  if (command.type === 'finish-deletion') {
    const done = state.status === 'leaving' && state.mailsDeleted;
    return done ? [{ type: 'ProErased', data: { proId: command.proId } }] : [];
  }
  if (state.status !== 'registered') throw new Rejection('not-found');
  const proId = state.id;
  switch (command.type) {
    case 'save-personal-data':
    case 'choose-plan':
    case 'onboard-collaborator':
      return decideOnboarding(command, state);
    case 'update-profile':
      if (state.profile === null || isErased(state.profile)) throw new Rejection('config-status');
      if (same(state.profile, command.profile)) return [];
      return [{ type: 'ProfileUpdated', data: { proId, profile: command.profile } }];
    case 'change-marketing-consent': {
      const { marketingConsent } = command;
      if (state.marketingConsent === marketingConsent) return [];
      return [{ type: 'MarketingConsentChanged', data: { proId, marketingConsent } }];
    }
    case 'assign-plan':
      return state.plan === command.plan
        ? []
        : [{ type: 'PlanAssigned', data: { proId, plan: command.plan } }];
    case 'request-deletion':
      return decideDeletion(state);
    case 'change-options':
      return decideOptions(command, state);
    case 'request-password-reset':
    case 'issue-invitation-link':
    case 'set-password':
    case 'request-email-change':
    case 'change-email':
      return decideRecovery(command, state);
    case 'request-address-proof':
    case 'prove-address':
      return decideProof(command, state);
    case 'note-security':
      return decideSecurity(command, proId);
    case 'end-sessions':
      return decideEndSessions(command, state);
    case 'review-account':
      return decideReview(command, state);
    case 'request-slug':
    case 'give-up-slug':
    case 'change-slug':
      return decideSlug(command, state);
    case 'connect-calendar':
    case 'disconnect-calendar':
      return decideCalendar(command, state);
  }
};

/** Decides `pro-<id>`: account, onboarding, profile, plan and options. */
export const proDecider: Decider<ProState, ProEvent, ProCommand> = {
  stream: (id) => `pro-${id}`,
  initialState: { status: 'none' },
  version: 9,
  evolve,
  decide,
};
