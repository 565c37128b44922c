/** Problem codes with HTTP status and default detail, which tells the user what to do. */
export const problems = {
  'malformed-request': [400, 'The request is malformed. Check the listed fields.'],
  'password-guessable': [400, 'This password is too easy to guess. Choose another one.'],
  'body-too-large': [413, 'The request body is too large.'],
  'unsupported-media-type': [415, 'Send the body as application/json.'],
  unauthenticated: [401, 'Pro no authenticated'],
  'wrong-credentials': [401, 'Email or password is wrong.'],
  'code-needed': [401, 'A code of your authenticator is needed as well.'],
  'passkey-refused': [401, 'This passkey is not valid here. Log in another way.'],
  'code-wrong': [401, 'The code is wrong or has already been used.'],
  'token-invalid': [401, 'The link is not valid. Request a new one.'],
  'token-expired': [401, 'The link has expired. Request a new one.'],
  forbidden: [403, 'Your role does not allow this.'],
  'plan-required': [403, 'Your plan does not include this function.'],
  'address-unproven': [403, 'Confirm your email first: use the link that was mailed to you.'],
  'sign-up-closed': [403, 'An account needs an invitation here. Use the link in it.'],
  'proof-again': [403, 'Enter your password again, then repeat this.'],
  'factor-asked': [
    403,
    'A clinic that you work at asks for two-step verification: add an authenticator or a passkey first.',
  ],
  'not-found': [404, 'There is no such object.'],
  'email-taken': [409, 'This email is already in use.'],
  'username-taken': [409, 'This username is already in use.'],
  'username-reserved': [409, 'This username is reserved. Choose another one.'],
  'slug-taken': [409, 'This booking address is already in use.'],
  'slug-reserved': [409, 'This booking address is reserved. Choose another one.'],
  'invitation-pending': [409, 'This email was invited. Use the link in the invitation.'],
  'config-status': [409, 'This step is not possible now.'],
  'plan-not-available': [409, 'This plan is not available.'],
  'clinic-archived': [409, 'The clinic has been deleted.'],
  'service-unknown': [409, 'The clinic does not offer this service.'],
  'already-invited': [409, 'This person already belongs to the clinic or is invited.'],
  'collaborator-limit': [409, 'The plan’s limit of active collaborators is reached.'],
  'reception-role': [
    409,
    'A reception offers no services and no hours, keeps its role, and is never the owner. Invite this person anew for another role.',
  ],
  'hub-status': [409, 'This change is not possible in the present state.'],
  'hub-not-active': [409, 'The professional is not active at this clinic.'],
  'too-many': [409, 'The maximum number is reached. Delete some first.'],
  'answer-too-large': [
    409,
    'The answer is too large. Request less: the free times of one service (`clinicServiceId` or `hubServiceId`) or of some days (`from`, `to`).',
  ],
  'availability-inverted': [400, 'The end must be after the start.'],
  'period-inverted': [400, 'The end must be after the start.'],
  'recall-open': [409, 'This patient has an open invitation.'],
  'slot-not-offered': [409, 'This time is not offered. Choose another one.'],
  'slot-taken': [409, 'This time has just been taken. Choose another one.'],
  'buffer-taken': [409, 'This time is kept free around another visit. It can be booked anyway.'],
  'professional-busy': [409, 'The professional is not free at this time.'],
  'series-undecided': [409, 'Decide about each date that is not free, and keep at least one date.'],
  'booking-not-active': [409, 'The booking has been cancelled or has expired.'],
  'patient-restricted': [409, 'The data of this patient is restricted. Lift the restriction first.'],
  'legal-hold': [409, 'A record under legal hold cannot be erased. Lift the hold first.'],
  'patient-erased': [409, 'The patient’s data was erased. The booking cannot be changed any more.'],
  'attendance-early': [409, 'It is too early to record this about the appointment.'],
  'attendance-late': [409, 'This can be recorded until 30 days after the appointment.'],
  'attendance-noted': [
    409,
    'Something else is already recorded about this appointment. Correct that instead.',
  ],
  'has-dependants': [409, 'This patient cares for others. Choose what happens to them: `dependants`.'],
  'not-responsible': [409, 'This patient cannot answer for others. Choose another one.'],
  'already-merged': [409, 'One of these patients is already merged. Undo that first.'],
  'patient-merged': [409, 'This record is merged into another one. Open that one, or undo the merge first.'],
  'not-one-person': [409, 'One of these patients answers for the other, so they are two people.'],
  'notice-limit': [409, 'It is too late to change this appointment here. Please contact the clinic.'],
  'offer-over': [409, 'This offer is over: it was answered, taken back, or its time has passed.'],
  'booking-limit': [409, 'There is already a future booking with this professional.'],
  'calendar-refused': [409, 'Google authentication faild. Try later or contact support.'],
  'calendar-not-configured': [409, 'No external calendar can be connected here. Ask the operator.'],
  'calendar-unreachable': [503, 'Google authentication faild. Try later or contact support.'],
  'hold-limit': [409, 'Too many of your bookings wait for confirmation. Use the links in your mails first.'],
  'proof-needed': [409, 'Solve the challenge and repeat the request with the solution in `proof`.'],
  'code-sent': [409, 'A code was mailed to you. Repeat the request with it in `code`.'],
  'idempotency-mismatch': [409, 'This Idempotency-Key was used with another request.'],
  'idempotency-in-progress': [
    409,
    'The first request with this Idempotency-Key is still running. Try again.',
  ],
  conflict: [409, 'Another user changed this at the same time. Reload and try again.'],
  'changed-meanwhile': [
    409,
    'Another user changed this since you read it, so nothing was saved. Compare both, then save again with the new version.',
  ],
  'rate-limited': [429, 'Too many requests. Try again later.'],
  internal: [500, 'Something went wrong on our side. Try again later.'],
  'storage-full': [503, 'The server’s disk is full, so nothing was saved. Tell the operator of the server.'],
  'update-running': [503, 'The product is being updated. Try again when the update is complete.'],
  unavailable: [503, 'The service is busy. Try again in a moment.'],
} as const satisfies Record<string, readonly [status: number, text: string]>;

/** Code of a problem. Codes are part of the API and are never renamed. */
export type ProblemCode = keyof typeof problems;

/** RFC 9457 problem details. `error` repeats `detail` for clients that read that field. */
export type Problem = {
  type: string;
  title: string;
  status: number;
  detail: string;
  error: string;
  code: ProblemCode;
  requestId: string;
  /** Paths and messages, for `malformed-request`. */
  issues?: { path: string; message: string }[];
  /** Challenge to solve, for `proof-needed`. */
  challenge?: Challenge;
  /** The current record, for `changed-meanwhile`. */
  current?: Current;
  /** Id of the caller's patient who has the email, for `email-taken`. */
  patientId?: string;
};

/** The current record, in the fields of the body that replaces it, with its version for `If-Match`. */
export type Current = {
  readonly version: string;
  readonly record: Readonly<Record<string, unknown>>;
};

/**
 * ALTCHA proof-of-work challenge: find the number up to `maxnumber` for which the digest of salt and number is
 * `challenge`. The solution is base64 of the JSON of algorithm, challenge, salt, signature and number.
 */
export type Challenge = {
  algorithm: string;
  challenge: string;
  salt: string;
  signature: string;
  maxnumber: number;
};

/** The only domain error: a command or query refused for a known reason. */
export class Rejection extends Error {
  readonly code: ProblemCode;
  readonly status: number;

  /** `detail` replaces the default text of the code. */
  constructor(code: ProblemCode, detail: string = problems[code][1]) {
    super(detail);
    this.name = 'Rejection';
    this.code = code;
    this.status = problems[code][0];
  }
}

/** Refusal (409) with a proof-of-work challenge. */
export class ProofNeeded extends Rejection {
  readonly challenge: Challenge;

  constructor(challenge: Challenge) {
    super('proof-needed');
    this.challenge = challenge;
  }
}

/** Refusal (409) of an email that another patient has, whose id is told to their professional. */
export class PatientEmailTaken extends Rejection {
  readonly patientId: string;

  constructor(patientId: string) {
    super('email-taken');
    this.patientId = patientId;
  }
}

/** Refusal (409) with the current record. */
export class ChangedMeanwhile extends Rejection {
  readonly current: Current;

  constructor(current: Current) {
    super('changed-meanwhile');
    this.current = current;
  }
}
