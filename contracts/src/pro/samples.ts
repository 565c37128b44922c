import type { EventSamples } from '../events.ts';
import { sampleId, sampleIds } from '../sample-ids.ts';

export const proSamples = {
  ProSignedUp: {
    proId: sampleIds.owner,
    email: 'anna@example.com',
    username: 'anna',
    marketingConsent: false,
    comunicationsLanguage: 'it',
    termsAcceptedAt: '2026-11-01T08:00:00.000Z',
  },
  ProInvited: {
    proId: sampleIds.guest,
    email: 'bruno@example.com',
    username: 'bruno',
    clinicId: sampleIds.clinic,
    comunicationsLanguage: 'it',
    tokenId: sampleIds.token,
    expires: '2026-11-27T08:00:00.000Z',
  },
  PasswordResetRequested: {
    proId: sampleIds.owner,
    tokenId: sampleIds.token,
    expires: '2026-11-20T10:00:00.000Z',
  },
  InvitationLinkIssued: {
    proId: sampleIds.guest,
    tokenId: sampleIds.token,
    expires: '2026-11-27T08:00:00.000Z',
    clinicId: sampleIds.clinic,
  },
  AddressProofRequested: {
    proId: sampleIds.owner,
    tokenId: sampleIds.token,
    expires: '2026-11-27T08:00:00.000Z',
  },
  AccountReviewAsked: { proId: sampleIds.owner, about: 'holdings' },
  AccountReviewed: { proId: sampleIds.owner, about: 'holdings', kept: true },
  ProAddressProven: { proId: sampleIds.owner, by: 'sign-up' },
  BookingSlugRequested: { proId: sampleIds.owner, calendarPageUrl: 'studio_rossi', turn: 1 },
  BookingSlugGivenUp: { proId: sampleIds.owner, turn: 1 },
  PasswordSet: { proId: sampleIds.owner, tokenId: sampleIds.token, link: 'reset' },
  EmailChangeRequested: {
    proId: sampleIds.owner,
    tokenId: sampleIds.token,
    expires: '2026-11-20T10:00:00.000Z',
    newEmail: 'anna.rossi@example.com',
  },
  ReminderPlanSet: {
    proId: sampleIds.owner,
    steps: [
      {
        clinicServiceId: null,
        before: 'P2D',
        at: '18:00',
        channel: 'mail',
        ask: true,
        since: '2026-11-20T08:00:00.000Z',
      },
    ],
  },
  MessageSettingsSet: {
    proId: sampleIds.owner,
    settings: {
      provider: null,
      textsPerMonth: 200,
      quietHours: { from: '21:00', until: '08:00', mails: false },
      plainLetters: false,
      serviceInTexts: false,
    },
    sender: null,
  },
  TextsUsedUp: { proId: sampleIds.owner, month: '2026-11', maximum: 200 },
  RecallRulesSet: {
    proId: sampleIds.owner,
    rules: [{ clinicServiceId: null, months: 12, tag: null, treatment: true, automatic: false }],
  },
  ExternalCalendarConnected: {
    proId: sampleIds.owner,
    connectionId: sampleId(10),
    replaces: null,
  },
  EmailChanged: {
    proId: sampleIds.owner,
    tokenId: sampleIds.token,
    email: 'anna.rossi@example.com',
    previous: 'anna@example.com',
  },
  PersonalDataSaved: {
    proId: sampleIds.owner,
    title: 'doc',
    profile: { name: 'Anna', lastname: 'Rossi', prefix: '+39', phone: '3331234567' },
  },
  PlanChosen: { proId: sampleIds.owner, plan: 'free' },
  PlanAssigned: { proId: sampleIds.owner, plan: 'premium' },
  CollaboratorOnboarded: {
    proId: sampleIds.guest,
    title: 'specialist',
    profile: { name: 'Bruno', lastname: 'Bianchi', prefix: '+39', phone: '3337654321' },
    marketingConsent: true,
    termsAcceptedAt: '2026-11-02T08:00:00.000Z',
  },
} satisfies EventSamples;
