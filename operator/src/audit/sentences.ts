import { type EventData, type EventType, isKnown } from '@visita/contracts/events';
import { isErased } from '@visita/contracts/event';
import type { RecordedEvent } from '@visita/contracts/envelope';
import { instantInWords as at } from './times.ts';

type Sentences = { readonly [Type in EventType]: (data: EventData[Type]) => string };

const weekdays = ['', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

type Window = EventData['AvailabilityAdded']['availability'];
const hours = ({ workingDay, startingHour, endingHour, ...counts }: Window): string => {
  const { validFrom, validUntil, everyWeeks, anchorMonday } = counts;
  return [
    `${weekdays[workingDay] ?? workingDay} from ${startingHour} to ${endingHour}`,
    ...(everyWeeks ? [`in every ${everyWeeks}th week from ${anchorMonday}`] : []),
    ...(validFrom ? [`from ${validFrom} on`] : []),
    ...(validUntil ? [`until ${validUntil}`] : []),
  ].join(', ');
};

type Period = EventData['ClosingPlanned']['period'];
const stretch = ({ startingDate, endingDate }: Period): string =>
  `from ${startingDate.replace('T', ' ')} to ${endingDate.replace('T', ' ')}, clinic time`;

const orphaned = {
  'hub-archived': 'the professional left the clinic',
  'clinic-archived': 'the clinic was deleted',
  'pro-deleted': 'the professional’s account was deleted',
} as const;

const choiceBy = {
  booking: 'said with a booking',
  staff: 'recorded by staff',
  page: 'said on the page of messages',
  answer: 'said by an answer to a text',
} as const;

const calledOff = {
  needed: 'the patient has an appointment again, or still answers for another patient',
  option: 'the professional keeps records longer now',
  'legal-hold': 'it is under legal hold',
  restricted: 'its data is restricted',
} as const;

const released = {
  cancelled: 'the booking was cancelled',
  moved: 'the booking was moved away',
  lapsed: 'the booking lapsed',
  abandoned: 'it was never used',
} as const;

const booking = {
  BookingPlaced: ({ start, timezone, service, placedBy, confirmBy, declined }) =>
    `The ${placedBy} booked ${service.serviceName} (${service.duration} min) for ${at(start, timezone)}` +
    (confirmBy === null
      ? ', confirmed at once.'
      : declined
        ? `; for known patients only, and this one is not known: held until ${at(confirmBy, timezone)}, never booked.`
        : `, to be confirmed by ${at(confirmBy, timezone)}.`),
  BookingContactNamed: ({ contactId }) =>
    `Patient ${contactId} gets the mails about the booking instead of the attendee.`,
  BookingContactErased: () => 'The contact of the booking was erased; no more mails are sent about it.',
  BookingEmailCorrected: () => 'The booking’s mails go to the corrected email; its earlier links have ended.',
  BookingConfirmed: () => 'The booking was confirmed through the mailed link.',
  BookingLapsed: () => 'The booking lapsed: it was not confirmed in time.',
  BookingMoved: ({ start, timezone, by, previous }) =>
    previous.start === start
      ? `The ${by} moved the booking to another place at the same time, ${at(start, timezone)}.`
      : `The ${by} moved the booking from ${at(previous.start, timezone)} to ${at(start, timezone)}.`,
  BookingHandedOver: ({ proId, previous }) =>
    `The booking was handed over from pro ${previous.proId} to pro ${proId}; the patient is theirs from now on.`,
  BookingNoted: ({ proNotes }) =>
    proNotes === '' ? 'The professional removed their notes.' : 'The professional changed their notes.',
  BookingOrphaned: ({ reason }) => `The booking became an orphan: ${orphaned[reason]}.`,
  BookingCancelled: ({ by }) =>
    by === 'system' ? 'The product cancelled the booking.' : `The ${by} cancelled the booking.`,
  PatientArrived: ({ at: since }) => `The patient was there at ${at(since)}.`,
  BookingAttended: () => 'The patient was seen.',
  BookingMissed: ({ excused }) => `The patient did not come${excused ? ', with an excuse' : ''}.`,
  AttendanceCorrected: ({ attendance, previous }) =>
    `The attendance was corrected from ${previous} to ${attendance}.`,
  VisitAnswered: ({ answer }) =>
    answer === 'coming' ? 'The patient said that they will come.' : 'The patient said that they cannot come.',
  VisitTexted: ({ state }) =>
    state === 'sent'
      ? 'The patient got a text about the visit.'
      : 'The text about the visit was not delivered.',
  BookingNotMailed: ({ reason }) =>
    `The patient was not mailed: ${
      {
        budget: 'a daily limit of mails was reached',
        refused: 'the mail server refused the mail for good',
        late: 'the mail server could not be reached in time',
      }[reason]
    }.`,
  BookingPatientErased: () => 'The patient was erased: the booking no longer has one.',
  ReservationAbandoned: ({ reservationId }) =>
    `Reservation ${reservationId} was closed: the booking can never use it.`,
  IntervalReserved: ({ start, end, deadline, anyway }) => {
    const where = anyway ? ', although this time is kept free around another visit, as the clinic chose' : '';
    return `The professional’s agenda was reserved from ${at(start)} to ${at(end)}${where}, held at least until ${at(deadline)}.`;
  },
  IntervalSecured: ({ day }) => `The reserved time of ${day} was secured for the booking.`,
  IntervalReleased: ({ day, reason }) =>
    `The reserved time of ${day} was released, because ${released[reason]}.`,
  BookingAdmitted: () => 'The booking was accepted within the limits of one patient, or of one phone.',
  AdmissionEnded: () => 'The booking stopped counting against the limits.',
  AdmissionConfirmed: () =>
    'The booking is being confirmed; from now on it counts as the patient’s one booking.',
  HoldCodeSent: ({ expires }) =>
    `A code was mailed, required before another time is held; valid until ${at(expires)}.`,
} as const satisfies Partial<Sentences>;

const notPlaced = {
  taken: 'the time was taken',
  buffer: 'the time was kept free around another visit',
  closed: 'the professional was not available',
  past: 'the time had passed',
  refused: 'the booking was refused',
} as const;

const series = {
  SeriesPlanned: ({ visits, plannedBy }) =>
    `Pro ${plannedBy} planned ${visits.length} repeated visits, the first on ${visits[0]?.date.replace('T', ' ') ?? 'no date'}, clinic time.`,
  SeriesVisitNotPlaced: ({ nth, date, reason }) =>
    `Visit ${nth} of the series, on ${date.replace('T', ' ')} clinic time, was not booked: ${notPlaced[reason]}.`,
  SeriesChangePlanned: ({ change, visits, plannedBy }) =>
    `Pro ${plannedBy} decided to ${change} ${visits.length} visits of the series, from visit ${visits[0]?.nth ?? 'none'} on.`,
  SeriesVisitNotChanged: ({ nth, reason }) =>
    `Visit ${nth} of the series was not changed: ${notPlaced[reason]}.`,
  SeriesChanged: ({ change, changed }) =>
    `The change of the series is done: ${changed.length} visits were ${change === 'move' ? 'moved' : 'cancelled'}.`,
  SeriesPlaced: ({ placed }) => `All visits of the series were handled; ${placed} were booked.`,
} satisfies Partial<Sentences>;

const blocks = {
  TimeBlocked: ({ start, end, timezone }) =>
    `The professional keeps ${at(start, timezone)} to ${at(end, timezone)} free of bookings.`,
  BlockChanged: ({ start, end, timezone, previous }) =>
    previous.start === start && previous.end === end
      ? 'The professional changed the note of a blocked time.'
      : `The professional changed a blocked time to ${at(start, timezone)} until ${at(end, timezone)}.`,
  TimeUnblocked: ({ blockId }) => `Blocked time ${blockId} was removed.`,
  BlockAbandoned: ({ reservationId }) =>
    `Reservation ${reservationId} was closed: no blocked time can ever use it.`,
} as const satisfies Partial<Sentences>;

const people = {
  PatientRegistered: () => 'The pro got a record of this patient.',
  PatientUpdated: ({ email }) =>
    email === undefined
      ? 'The patient’s record was changed.'
      : 'The patient’s email was corrected; links mailed to the old address end.',
  PatientPlacedUnder: ({ responsibleId, relation }) =>
    `Patient ${responsibleId} answers for this patient from now on (${relation}).`,
  PatientOnTheirOwn: () => 'The patient manages their own appointments from now on.',
  PatientsMerged: ({ keptId, absorbedId }) =>
    `Patient ${absorbedId} is shown as patient ${keptId} from now on: the pro says that they are one person.`,
  PatientsSeparated: ({ keptId, absorbedId }) =>
    `Patients ${keptId} and ${absorbedId} are shown as two again.`,
  PatientsToldApart: ({ patientId, otherId }) =>
    `The pro says that patients ${patientId} and ${otherId} are two people.`,
  CareTaken: ({ patientId, responsibleId }) =>
    `Patient ${responsibleId} will answer for patient ${patientId}, and so cannot be placed under another patient.`,
  CareEnded: ({ patientId }) => `Patient ${patientId} no longer has a responsible person.`,
  PatientErasureRequested: () => 'The erasure of the patient was requested: their data is no longer shown.',
  PatientMailsDeleted: () => 'The patient’s mails were deleted, and none will follow.',
  OnlineBookingSuspended: ({ reason }) =>
    `Online booking was suspended for the patient${reason === '' ? '' : ', with a reason'}.`,
  OnlineBookingResumed: () => 'The patient can book online again.',
  PatientTagsSet: ({ tags }) =>
    isErased(tags) || tags.length > 0
      ? 'The pro’s tags of the patient were set.'
      : 'The pro’s tags of the patient were removed.',
  PatientNoteWritten: ({ note }) =>
    note === '' ? 'The pro’s note about the patient was removed.' : 'The pro wrote a note about the patient.',
  PatientMessagesChosen: ({ by, texts, textsFor, stopped, recalls }) => {
    const chosen = [
      texts ? `agrees to texts${textsFor === 'all' ? '' : ' with reminders'}` : 'gets no texts',
      stopped ? 'wants no reminders, offers or invitations' : 'gets planned messages',
      recalls ? 'may be invited again' : 'wants no invitations',
    ];
    return `The patient ${chosen.join(', ')} (${choiceBy[by]}).`;
  },
  PatientAnsweredText: () => 'The patient answered a text.',
  PatientRestricted: () => 'The patient’s data was restricted: shown, not changed, not mailed.',
  PatientRestrictionLifted: () => 'The restriction of the patient’s data was lifted.',
  LegalHoldSet: () => 'The patient’s record was put under legal hold, with a reason: nothing erases it.',
  LegalHoldLifted: () => 'The legal hold on the patient’s record was lifted, with a reason.',
  PatientErasureAnnounced: ({ due, years }) =>
    `The last appointment is ${years === 1 ? 'a year' : `${years} years`} ago, as long as the professional keeps records: this one is erased on ${at(due)}.`,
  PatientErasureCalledOff: ({ because }) => `The record is not erased for now: ${calledOff[because]}.`,
  PatientErased: () =>
    'The patient was erased: their key was deleted, and their data cannot be read any more.',
  ProSignedUp: () => 'The pro signed up and accepted the terms.',
  AddressProofRequested: ({ expires }) =>
    `Another link that proves the address was requested, valid until ${at(expires)}.`,
  ProAddressProven: ({ by }) =>
    by === 'sign-up'
      ? 'The address was proven through the link of the sign-up.'
      : 'The address was proven through another mailed link.',
  SignUpAbandoned: () => 'A sign-up that was never finished was closed.',
  ProInvited: ({ clinicId }) => `An account was created for a person invited by clinic ${clinicId}.`,
  InvitationLinkIssued: ({ clinicId }) =>
    `Clinic ${clinicId} invited the pro; their address was not proven, so the mailed link sets a new password.`,
  PasswordResetRequested: ({ expires }) =>
    `A link to set a new password was requested, valid until ${at(expires)}.`,
  PasswordSet: () =>
    'A password was set through a mailed link; earlier sessions and the private calendar address ended.',
  EmailChangeRequested: ({ expires }) => `A change of email was requested, to be proven by ${at(expires)}.`,
  EmailChanged: () => 'The email was changed.',
  NewBrowserUsed: () => 'The account was logged in to from a new browser.',
  LoginSlowed: () => 'Ten logins in a row failed: further ones have to wait.',
  SessionsEnded: () => 'The pro ended all other sessions, and the private address of the calendar.',
  AccountReviewAsked: ({ about }) =>
    about === 'holdings'
      ? 'The next login asks whether to keep everything in the account.'
      : 'The next login asks whether to keep the connected calendar.',
  AccountReviewed: ({ about, kept }) =>
    `The pro ${kept ? 'kept' : 'ended'} ${about === 'holdings' ? 'everything in the account' : 'the connected calendar'}.`,
  CalendarFeedCreated: () => 'A new private address of the calendar was created.',
  FactorAdded: () => 'An authenticator was added: logins ask for its code.',
  FactorRemoved: () => 'An authenticator was removed.',
  PasskeyAdded: () => 'A passkey was added: it is enough to log in, and the password alone no longer is.',
  PasskeyRenamed: () => 'A passkey was renamed.',
  PasskeyRemoved: () => 'A passkey was removed.',
  RecoveryCodesRenewed: () => 'New recovery codes were created; earlier ones are no longer valid.',
  RecoveryCodeUsed: () => 'The account was logged in to with a recovery code.',
  PersonalDataSaved: () => 'The pro saved title, name and phone during onboarding.',
  PlanChosen: ({ plan }) => `The pro chose the plan ${plan}.`,
  PlanAssigned: ({ plan }) => `The plan ${plan} was assigned.`,
  CollaboratorOnboarded: ({ termsAcceptedAt }) =>
    termsAcceptedAt === undefined
      ? 'The invited pro finished onboarding.'
      : 'The invited pro finished onboarding and accepted the terms.',
  ProfileUpdated: () => 'The pro changed name or phone.',
  ProDeletionRequested: () => 'The deletion of the account was requested: it is no longer shown.',
  ProMailsDeleted: () => 'The pro’s mails were deleted, and none will follow.',
  ProErased: () => 'The pro was erased: their key was deleted, and their data cannot be read any more.',
  MarketingConsentChanged: ({ marketingConsent }) =>
    marketingConsent ? 'The pro consented to marketing.' : 'The pro withdrew the consent to marketing.',
  OptionsChanged: ({ changes, thankYouPageUrl }) => {
    const names = [...Object.keys(changes), ...(thankYouPageUrl === undefined ? [] : ['thankYouPageUrl'])];
    return `The pro changed options: ${names.join(', ')}.`;
  },
  ReminderPlanSet: ({ steps }) =>
    steps.length === 0
      ? 'The pro removed the plan of reminders: one is sent before each visit.'
      : `The pro set a plan of reminders with ${steps.length === 1 ? 'one step' : `${steps.length} steps`}.`,
  MessageSettingsSet: ({ settings }) =>
    `The pro set the messages: provider ${settings.provider ?? 'none'}, quiet hours ${settings.quietHours.from} to ${settings.quietHours.until}${settings.daySheets?.length ? `, day sheets by mail of clinics: ${settings.daySheets.length}` : ''}.`,
  TextsUsedUp: ({ month, maximum }) =>
    `The maximum of ${maximum} texts in ${month} was used up: mails are sent instead.`,
  RecallRulesSet: ({ rules }) =>
    isErased(rules)
      ? 'The pro set rules of recalls.'
      : `The pro set rules of recalls: ${rules.length}, ${rules.filter(({ automatic }) => automatic).length} of them sent by themselves.`,
  BookingSlugRequested: () => 'The pro requested another booking address.',
  BookingSlugGivenUp: () => 'The requested booking address was taken by another pro.',
  BookingSlugChanged: () => 'The address of the booking page was changed.',
  ExternalCalendarConnected: () => 'An external calendar was connected.',
  ExternalCalendarDisconnected: ({ by }) =>
    by === 'pro'
      ? 'The external calendar was disconnected.'
      : 'The calendar service refused access: the calendar counts as disconnected.',
  Claimed: ({ ownerId }) => `An email or address was claimed for pro ${ownerId}.`,
  ClaimReleased: ({ ownerId }) => `Pro ${ownerId} gave up an email or address.`,
  SurveySubmitted: ({ rating, comment, proId }) =>
    `The survey was answered with ${rating} of 5${comment === '' ? '' : isErased(comment) ? ' and an erased comment' : ' and a comment'}, ${proId === undefined ? 'confidentially' : `for pro ${proId} to read`}.`,
} as const satisfies Partial<Sentences>;

const because = {
  urgent: 'staff marked the person as urgent',
  turn: 'it was their turn by joining',
  staff: 'staff chose the person',
  all: 'all people whom it suits were asked at once',
} as const;

const waitingEnds = {
  left: 'the person left it',
  removed: 'staff removed it, or the clinic was deleted',
  booked: 'a suitable visit was booked',
  window: 'its days have passed',
  unconfirmed: 'the mailed link was not used in time',
  'booking-gone': 'the visit to be moved is gone',
  erased: 'the person is being erased',
} as const;

const withdrawn = {
  staff: 'staff took the time back',
  gone: 'the time could not be booked any more',
  ended: 'the entry ended',
} as const;

const waiting = {
  WaitingJoined: ({ clinicServiceId, from, until, joinedBy, confirmBy, bookingId }) =>
    `The ${joinedBy} put the person on the waiting list for service ${clinicServiceId}, ${from} to ${until}` +
    (bookingId === null ? '' : `, earlier than booking ${bookingId}`) +
    (confirmBy === null ? '.' : `, to be confirmed by ${confirmBy}.`),
  WaitingConfirmed: () => 'The entry was confirmed through the mailed link.',
  WaitingUrgencySet: ({ urgent }) =>
    urgent ? 'Staff marked the entry as urgent.' : 'Staff no longer mark the entry as urgent.',
  WaitingCalled: () => 'Staff called the person.',
  WaitingPaused: ({ until }) => `The entry pauses until ${until}: two offers were declined.`,
  WaitingResumed: () => 'The pause of the entry was ended.',
  WaitingEnded: ({ reason }) => `The entry ended: ${waitingEnds[reason]}.`,
  OfferMade: ({ offerId, times, deadline, because: why, asked, reservationId }) =>
    `Offer ${offerId} of ${times.map(({ start }) => start).join(', ')} until ${deadline}, ` +
    `${reservationId === null ? 'without a hold' : 'held'}: ${because[why]}; entries before it: ${asked}.`,
  OfferTaken: ({ offerId, time }) => `Offer ${offerId} was taken: ${time.start}.`,
  OfferDeclined: ({ offerId }) => `Offer ${offerId} was declined.`,
  OfferLapsed: ({ offerId }) => `Offer ${offerId} was not answered in time.`,
  OfferWithdrawn: ({ offerId, reason }) => `Offer ${offerId} was withdrawn: ${withdrawn[reason]}.`,
} as const satisfies Partial<Sentences>;

const places = {
  ClinicOpened: ({ region, onlineBooking }) =>
    `The clinic was opened in ${region.provinceId}, ${onlineBooking ? 'with' : 'without'} online booking.`,
  ClinicDetailsChanged: () => 'The clinic’s details were changed.',
  SecondFactorAsked: () => 'Collaborators of the clinic need a second factor; its owner is exempt.',
  SecondFactorWaived: () => 'Collaborators need no second factor any more.',
  PatientsShared: () => 'Owner and managers of the clinic see the patients of all its professionals.',
  PatientsUnshared: () => 'Professionals of the clinic see only their own patients.',
  SharingTold: ({ proId, shared }) =>
    `Pro ${proId} was told that the clinic ${shared ? 'shares its patients' : 'no longer shares its patients'}.`,
  OnlineBookingSwitched: ({ onlineBooking }) =>
    `Online booking was switched ${onlineBooking ? 'on' : 'off'}.`,
  ClinicArchived: () => 'The clinic was deleted.',
  ClinicErased: () => 'The clinic’s name and address were erased with its owner’s account.',
  ClinicServiceAdded: ({ service }) => `The clinic offers ${service.serviceName} (${service.duration} min).`,
  ClinicServiceChanged: ({ service }) =>
    `The clinic changed service ${service.clinicServiceId}: ${service.serviceName} (${service.duration} min).`,
  ClinicServiceArchived: ({ clinicServiceId }) => `The clinic stopped offering service ${clinicServiceId}.`,
  CollaboratorInvited: ({ proId, role, status }) =>
    status === 'pending'
      ? `Pro ${proId} was invited as ${role}.`
      : `Pro ${proId} belongs to the clinic as ${role}.`,
  CollaborationAccepted: ({ hubId }) => `The invitation of hub ${hubId} was accepted.`,
  CollaborationRejected: ({ hubId }) => `The invitation of hub ${hubId} was refused.`,
  CollaboratorPaused: ({ hubId }) => `Hub ${hubId} was paused.`,
  CollaboratorStopped: ({ hubId }) => `Hub ${hubId} was stopped: the owner’s plan no longer includes it.`,
  CollaboratorActivated: ({ hubId }) => `Hub ${hubId} was activated.`,
  CollaboratorArchived: ({ hubId }) => `Hub ${hubId} was removed from the clinic.`,
  CollaboratorRoleChanged: ({ hubId, role }) => `Hub ${hubId} got the role ${role}.`,
  ClosingPlanned: ({ period, holiday }) =>
    `The clinic closes ${stretch(period)}${holiday === undefined ? '' : ', a public holiday'}.`,
  ClosingCancelled: ({ closingId }) => `Closing ${closingId} was cancelled.`,
  HolidaysChosen: ({ choice: { country, region } }) =>
    `The clinic closes on the public holidays of ${region === null ? country : `${country}, region ${region}`}.`,
  HolidaysGivenUp: () => 'The clinic no longer closes on public holidays.',
  HolidayExcepted: ({ date }) => `The clinic stays open on the public holiday of ${date}.`,
  HolidayKept: ({ date }) => `The clinic closes on the public holiday of ${date} after all.`,
  HubOpened: ({ clinicId }) => `The professional’s hub at clinic ${clinicId} was opened.`,
  AvailabilityAdded: ({ availability }) => `Working hours were added: ${hours(availability)}.`,
  AvailabilityRemoved: ({ availabilityId }) => `Working hours ${availabilityId} were removed.`,
  DayHoursSet: ({ date, windows }) =>
    windows.length === 0
      ? `The professional does not work on ${date}.`
      : `The professional works on ${date} ${windows.map((one) => `from ${one.startingHour} to ${one.endingHour}`).join(' and ')}.`,
  DayHoursCleared: ({ date }) => `The weekly hours apply again on ${date}.`,
  HubServiceOffered: ({ clinicServiceId }) => `The professional offers service ${clinicServiceId}.`,
  HubServiceTermsSet: ({ clinicServiceId, own: { duration, priceCents } }) => {
    const terms = [
      ...(duration === undefined ? [] : [`${duration} min`]),
      ...(priceCents === undefined ? [] : [`${(priceCents / 100).toFixed(2)} euro`]),
    ];
    return terms.length === 0
      ? `The professional offers service ${clinicServiceId} on the clinic’s terms.`
      : `The professional offers service ${clinicServiceId} on their own terms: ${terms.join(', ')}.`;
  },
  HubServiceWithdrawn: ({ clinicServiceId }) =>
    `The professional no longer offers service ${clinicServiceId}.`,
  VacationPlanned: ({ period }) => `The professional is away ${stretch(period)}.`,
  HubErased: () => 'The titles of the professional’s vacations were erased with their account.',
  VacationCancelled: ({ vacationId }) => `Vacation ${vacationId} was cancelled.`,
  OperationPerformed: ({ operation, targets, reason }) => {
    const on =
      targets.length > 3 ? ` on ${targets.length} targets` : targets.map((one) => ` on ${one}`).join(',');
    if (operation.endsWith(' failed')) return `The ${operation}${reason === null ? '' : `: ${reason}`}.`;
    return `An operator ran ${operation}${on}${reason === null ? '' : `: ${reason}`}.`;
  },
} as const satisfies Partial<Sentences>;

const recalls = {
  RecallMade: ({ bookingId, by, until }) =>
    `The patient was invited to a next visit after booking ${bookingId}, by ${by === 'rule' ? 'a rule of the pro' : 'staff'}; the recall is open until ${until}.`,
  RecallEnded: ({ reason, unsent }) =>
    reason === 'booked'
      ? 'The recall ended: a visit was booked.'
      : `The recall ended: its message was not sent${unsent ? ` (${unsent})` : ''}.`,
} as const satisfies Partial<Sentences>;

/** Sentence for each event type. */
export const sentences: Sentences = {
  ...booking,
  ...series,
  ...blocks,
  ...people,
  ...waiting,
  ...recalls,
  ...places,
};

const say = <Type extends EventType>(type: Type, data: EventData[Type]): string => sentences[type](data);

export const sentenceOf = (event: Pick<RecordedEvent, 'type' | 'data'>): string =>
  isKnown(event) ? say(event.type, event.data) : `${event.type}: an event of a newer release.`;
