import type { TimedMessage } from './timed-message.ts';

/** All that the dashboard says for a while. Hovering holds it, except where the whole screen goes. */
export const messages = {
  loginFailed: { kind: 'failed', seconds: 7, text: 'auth:login.errorMessage' },
  signupFailed: { kind: 'failed', seconds: 10, text: 'auth:signup.errorMessage' },
  emailChangeFailed: { kind: 'failed', seconds: 10, text: 'auth:newMail.errorMessage' },
  emailChanged: { kind: 'done', seconds: 4, text: 'auth:newMail.done' },
  passwordChanged: { kind: 'done', seconds: 5, text: 'auth:passwordSetting.done' },
  onboardingFailed: { kind: 'failed', seconds: 7, text: 'onboarding:errorMessage' },
  accountDeletionFailed: { kind: 'failed', seconds: 4, text: 'account:delete.errorMessage' },
  factorFailed: { kind: 'failed', seconds: 7, text: 'account:factors.errorMessage' },
  sessionEndFailed: { kind: 'failed', seconds: 7, text: 'account:sessions.errorMessage' },
  profileFailed: { kind: 'failed', seconds: 7, text: 'account:personal.errorMessage' },
  consentFailed: { kind: 'failed', seconds: 7, text: 'account:personal.errorMessage' },
  accountExportFailed: { kind: 'failed', seconds: 7, text: 'account:export.errorMessage' },
  optionsUnreachable: { kind: 'failed', seconds: 7, text: 'common:problems.network' },
  bookingFailed: { kind: 'failed', seconds: 7, text: 'appointment:errorMessage' },
  bookingPlaced: { kind: 'done', seconds: 7, text: 'appointment:done' },
  patientEmailInvalid: { kind: 'failed', seconds: 7, text: 'appointment:patient.invalidEmail' },
  bookingChangeFailed: { kind: 'failed', seconds: 7, text: 'calendar:edit.errorMessage' },
  bookingChanged: { kind: 'done', seconds: 10, text: 'calendar:edit.done' },
  bookingDeletionFailed: { kind: 'failed', seconds: 7, text: 'calendar:remove.errorMessage' },
  bookingDeleted: { kind: 'done', seconds: 10, text: 'calendar:remove.done' },
  notesFailed: { kind: 'failed', seconds: 5, text: 'calendar:notes.errorMessage' },
  notesSaved: { kind: 'done', seconds: 5, text: 'calendar:notes.done' },
  periodFailed: { kind: 'failed', seconds: 5, text: 'inactivity:errorMessage' },
  periodPlanned: { kind: 'done', seconds: 5, text: 'inactivity:done' },
  periodRemovalFailed: { kind: 'failed', seconds: 5, text: 'inactivity:remove.errorMessage' },
  clinicOpeningFailed: { kind: 'failed', seconds: 7, text: 'clinic:details.errorMessage' },
  clinicUpdateFailed: { kind: 'failed', seconds: 7, text: 'clinic:edit.errorMessage' },
  clinicUpdated: { kind: 'done', seconds: 7, text: 'clinic:edit.done' },
  clinicDeletionFailed: { kind: 'failed', seconds: 5, text: 'clinic:remove.errorMessage' },
  clinicDeleted: { kind: 'done', seconds: 5, text: 'clinic:remove.done' },
  onlineBookingFailed: { kind: 'failed', seconds: 7, text: 'clinic:onlineBooking.errorMessage' },
  servicesFailed: { kind: 'failed', seconds: 7, text: 'clinic:services.errorMessage' },
  serviceRemovalFailed: { kind: 'failed', seconds: 7, text: 'clinic:services.removeFailed' },
  invitationFailed: { kind: 'failed', seconds: 10, text: 'clinic:collaborators.errorMessage' },
  collaboratorInvited: { kind: 'done', seconds: 10, text: 'clinic:collaborators.done' },
  selfAdded: { kind: 'done', seconds: 10, text: 'clinic:collaborators.doneMyself' },
  invitationAnswerFailed: { kind: 'failed', seconds: 7, text: 'clinic:invitations.errorMessage' },
  teamFailed: { kind: 'failed', seconds: 7, text: 'clinic:team.errorMessage' },
  hubFailed: { kind: 'failed', seconds: 7, text: 'clinic:hub.errorMessage' },
  patientUpdateFailed: { kind: 'failed', seconds: 7, text: 'patients:edit.errorMessage' },
  patientUpdated: { kind: 'done', seconds: 7, text: 'patients:edit.done' },
  patientErasureFailed: { kind: 'failed', seconds: 7, text: 'patients:erase.errorMessage' },
  patientErased: { kind: 'done', seconds: 7, text: 'patients:erase.done' },
  patientExportFailed: { kind: 'failed', seconds: 7, text: 'patients:export.errorMessage' },
} as const satisfies Readonly<Record<string, TimedMessage>>;

/** The names of the messages of one kind. */
export type MessageName<Kind extends TimedMessage['kind'] = TimedMessage['kind']> = {
  [Name in keyof typeof messages]: (typeof messages)[Name]['kind'] extends Kind ? Name : never;
}[keyof typeof messages];
