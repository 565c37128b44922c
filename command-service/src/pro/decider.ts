import { byType } from '@visita/contracts/cases';
import type { ProEvent, Profile } from '@visita/contracts/pro/events';
import { isErased, readable } from '@visita/contracts/event';
import { defaultSlug } from '@visita/contracts/fields';
import { defaultMessageSettings, settingsInOrder } from '@visita/contracts/messages/settings';
import type { Language } from '@visita/contracts/language';
import { changedOptions, defaultOptions } from '@visita/contracts/pro/options';
import { Rejection } from '@visita/contracts/problem';
import type { Decider } from '@visita/platform/runtime/decider';
import { type CalendarCommand, decideCalendar } from './external-calendar.ts';
import { decideOnboarding, type OnboardingCommand, same } from './onboarding.ts';
import { decideMessages, type MessagesCommand } from './messages.ts';
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

/** An account that is being deleted, with the values that are still to be released. */
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
  | MessagesCommand
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
      /** Link that verifies the email address, if one is mailed. */
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
  reminderPlan: [],
  messages: defaultMessageSettings,
  recallRules: [],
  externalCalendar: null,
  links: noLinks,
});

type AccountEvent = Exclude<
  ProEvent,
  { type: 'ProSignedUp' | 'ProInvited' | 'SignUpAbandoned' | 'ProMailsDeleted' | 'ProErased' }
>;

const withSlug = (event: Parameters<typeof evolveSlug>[1], state: ProAccount): ProAccount => ({
  ...state,
  ...evolveSlug(state, event),
});

const withLinks = (event: Parameters<typeof evolveLinks>[1], state: ProAccount): ProAccount => ({
  ...state,
  links: evolveLinks(state.links, event),
});

const leaving = (state: ProAccount): LeavingPro => {
  const { id, email, username, slug, slugTurn, slugSince, formerSlugs, slugTurns, pendingSlug } = state;
  const slugs = { slug, slugTurn, slugSince, formerSlugs, slugTurns, pendingSlug };
  return { status: 'leaving', id, email, username, ...slugs, mailsDeleted: false };
};

const unchanged = (_: AccountEvent, state: ProAccount): ProAccount => state;

const evolveAccount = byType<AccountEvent, [ProAccount], ProState>({
  PersonalDataSaved: ({ data: { title, profile } }, state) => ({ ...state, title, profile, configStatus: 2 }),
  PlanChosen: ({ data }, state) => ({ ...state, plan: data.plan, configStatus: 100 }),
  PlanAssigned: ({ data }, state) => ({ ...state, plan: data.plan }),
  CollaboratorOnboarded: ({ data }, state) => {
    const { title, profile, marketingConsent = state.marketingConsent } = data;
    return { ...state, title, profile, marketingConsent, plan: state.plan ?? 'free', configStatus: 100 };
  },
  ProfileUpdated: ({ data }, state) => ({ ...state, profile: data.profile }),
  MarketingConsentChanged: ({ data }, state) => ({ ...state, marketingConsent: data.marketingConsent }),
  OptionsChanged: ({ data }, state) => ({ ...state, options: { ...state.options, ...changedOptions(data) } }),
  ReminderPlanSet: ({ data }, state) => ({ ...state, reminderPlan: data.steps }),
  MessageSettingsSet: ({ data: { settings, sender } }, state) => ({
    ...state,
    messages: settingsInOrder({ ...settings, sender: readable(sender) }),
  }),
  RecallRulesSet: ({ data }, state) => ({ ...state, recallRules: readable(data.rules) ?? [] }),
  BookingSlugRequested: withSlug,
  BookingSlugGivenUp: withSlug,
  BookingSlugChanged: withSlug,
  ExternalCalendarConnected: ({ data }, state) => ({ ...state, externalCalendar: data.connectionId }),
  ExternalCalendarDisconnected: (_, state) => ({
    ...state,
    externalCalendar: null,
    // There is nothing left to review.
    review: state.review === 'connections' ? null : state.review,
  }),
  AccountReviewAsked: ({ data }, state) => ({ ...state, review: data.about }),
  AccountReviewed: (_, state) => ({ ...state, review: null }),
  EmailChanged: (event, state) => ({
    ...withLinks(event, state),
    email: event.data.email,
    addressProven: true,
  }),
  // The password was set by a mailed link, so the email address is verified.
  PasswordSet: (event, state) => ({ ...withLinks(event, state), addressProven: true }),
  ProAddressProven: (event, state) => ({ ...withLinks(event, state), addressProven: true }),
  AddressProofRequested: withLinks,
  InvitationLinkIssued: withLinks,
  PasswordResetRequested: withLinks,
  EmailChangeRequested: withLinks,
  TextsUsedUp: unchanged,
  NewBrowserUsed: unchanged,
  LoginSlowed: unchanged,
  SessionsEnded: unchanged,
  CalendarFeedCreated: unchanged,
  FactorAdded: unchanged,
  FactorRemoved: unchanged,
  PasskeyAdded: unchanged,
  PasskeyRenamed: unchanged,
  PasskeyRemoved: unchanged,
  RecoveryCodesRenewed: unchanged,
  RecoveryCodeUsed: unchanged,
  ProDeletionRequested: (_, state) => leaving(state),
});

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
      return state.status === 'registered' ? evolveAccount(event, state) : state;
  }
};

type BeginCommand = Extract<ProCommand, { type: 'sign-up' | 'invite' | 'abandon-sign-up' }>;
type AccountCommand = Exclude<ProCommand, BeginCommand | { type: 'finish-deletion' }>;

const isBegin = (command: ProCommand): command is BeginCommand =>
  command.type === 'sign-up' || command.type === 'invite' || command.type === 'abandon-sign-up';

/** Creates an account, or prevents the later creation of one that was never created. */
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

const updateProfile = (
  { profile }: Extract<ProCommand, { type: 'update-profile' }>,
  state: ProAccount,
): readonly ProEvent[] => {
  if (state.profile === null || isErased(state.profile)) throw new Rejection('config-status');
  if (same(state.profile, profile)) return [];
  return [{ type: 'ProfileUpdated', data: { proId: state.id, profile } }];
};

const decideAccount = byType<AccountCommand, [ProAccount], readonly ProEvent[]>({
  'save-personal-data': decideOnboarding,
  'choose-plan': decideOnboarding,
  'onboard-collaborator': decideOnboarding,
  'update-profile': updateProfile,
  'change-marketing-consent': ({ marketingConsent }, state) =>
    state.marketingConsent === marketingConsent
      ? []
      : [{ type: 'MarketingConsentChanged', data: { proId: state.id, marketingConsent } }],
  'assign-plan': ({ plan }, state) =>
    state.plan === plan ? [] : [{ type: 'PlanAssigned', data: { proId: state.id, plan } }],
  'request-deletion': (_, state) => decideDeletion(state),
  'change-options': decideOptions,
  'set-reminder-plan': decideMessages,
  'set-message-settings': decideMessages,
  'set-recall-rules': decideMessages,
  'request-password-reset': decideRecovery,
  'issue-invitation-link': decideRecovery,
  'set-password': decideRecovery,
  'request-email-change': decideRecovery,
  'change-email': decideRecovery,
  'request-address-proof': decideProof,
  'prove-address': decideProof,
  'note-security': (command, state) => decideSecurity(command, state.id),
  'end-sessions': decideEndSessions,
  'review-account': decideReview,
  'request-slug': decideSlug,
  'give-up-slug': decideSlug,
  'change-slug': decideSlug,
  'connect-calendar': decideCalendar,
  'disconnect-calendar': decideCalendar,
});

const decide = (command: ProCommand, state: ProState): readonly ProEvent[] => {
  if (isBegin(command)) return decideBegin(command, state);
  if (command.type === 'finish-deletion') {
    const done = state.status === 'leaving' && state.mailsDeleted;
    return done ? [{ type: 'ProErased', data: { proId: command.proId } }] : [];
  }
  if (state.status !== 'registered') throw new Rejection('not-found');
  return decideAccount(command, state);
};

/** Decides `pro-<id>`: account, onboarding, profile, plan and options. */
export const proDecider: Decider<ProState, ProEvent, ProCommand> = {
  stream: (id) => `pro-${id}`,
  initialState: { status: 'none' },
  version: 11,
  evolve,
  decide,
};
