import { byType } from '@visita/contracts/cases';
import { type Erased, isErased } from '@visita/contracts/event';
import type { Language } from '@visita/contracts/language';
import type { LegalText } from '@visita/contracts/legal-text';
import { type MessageChoices, noChoices } from '@visita/contracts/messages/choices';
import type { PatientContact, PatientEvent, Relation } from '@visita/contracts/patient/events';
import { distinctTags } from '@visita/contracts/patient/remarks';
import { Rejection } from '@visita/contracts/problem';
import type { Decider } from '@visita/platform/runtime/decider';

/** The responsible person (of the same list), and the relation to them. */
export type Care = { readonly responsibleId: string; readonly relation: Relation };

type Ids = { readonly patientId: string; readonly proId: string };

export type PatientState =
  | { readonly status: 'none' }
  | (Ids & {
      readonly status: 'registered';
      readonly email: string | Erased | null;
      /** The email before its last correction. */
      readonly previousEmail: string | Erased | null;
      readonly contact: PatientContact | Erased;
      readonly birthDate: string | Erased | null;
      /** Absent until one was chosen. */
      readonly language?: Language | undefined;
      /** The clinic at which staff registered the patient; absent if a visit did. */
      readonly clinicId?: string | undefined;
      /** Processing is restricted: shown, but neither changed nor mailed. */
      readonly restricted: boolean;
      /** Under legal hold: nothing erases the record. */
      readonly held: boolean;
      /** Null for an independent patient. */
      readonly under: Care | null;
      /** Why online booking is suspended; null if it is not. */
      readonly suspended: string | Erased | null;
      readonly tags: readonly string[] | Erased;
      /** The pro's note; may be empty. */
      readonly note: string | Erased;
      /** Choices about planned messages. */
      readonly messages: MessageChoices;
      /** Ids of the latest answers to texts. */
      readonly answers: readonly string[];
      /** When retention erases the record, and after how many years; null if not announced. */
      readonly leaves: { readonly due: string; readonly years: number } | null;
    })
  /** The patient is being erased; this state holds no personal data. */
  | (Ids & { readonly status: 'leaving'; readonly mailsDeleted: boolean })
  | (Ids & { readonly status: 'erased' });

type ChosenBy = Extract<PatientEvent, { type: 'PatientMessagesChosen' }>['data']['by'];

/** Data of a new registration. */
export type NewPatient = Ids & {
  email: string | null;
  contact: PatientContact;
  birthDate: string | null;
  language?: Language;
  clinicId?: string;
  notice?: LegalText;
  marketingConsent?: boolean;
};

export type PatientCommand =
  | { type: 'register'; patient: NewPatient; under?: Care | null; tags?: readonly string[]; note?: string }
  | { type: 'place-under'; care: Care }
  | { type: 'on-their-own'; email: string | null }
  | {
      type: 'update';
      contact: PatientContact;
      /** Omitted values stay. */
      email?: string | undefined;
      birthDate?: string | null | undefined;
      language?: Language | undefined;
    }
  /** The patient chose the language of a booking, and confirmed it. */
  | { type: 'choose-language'; language: Language }
  | { type: 'restrict'; restricted: boolean }
  | { type: 'suspend'; reason: string }
  | { type: 'resume' }
  | { type: 'remark'; tags?: readonly string[] | undefined; note?: string | undefined }
  | { type: 'hold'; reason: string }
  | { type: 'lift-hold'; reason: string }
  | ({ type: 'choose-messages'; by: ChosenBy } & {
      [Choice in keyof Omit<MessageChoices, 'allTexts'>]?: boolean | undefined;
    })
  | { type: 'answer-text'; answerId: string; answer: string }
  /** The retention period ends soon: the record is erased at `due`. */
  | { type: 'announce-erasure'; due: string; years: number }
  | { type: 'call-off-erasure'; because: 'needed' | 'option' }
  | { type: 'erase-as-announced'; now: string }
  /**
   * `again`: the patient was already erased, and then restored from a backup that had the patient
   * under legal hold.
   */
  | { type: 'request-erasure'; patientId: string; proId: string; again?: boolean }
  | { type: 'finish-erasure' };

/** Defaults of a new patient. */
const defaults = {
  previousEmail: null,
  restricted: false,
  held: false,
  under: null,
  suspended: null,
  tags: [],
  note: '',
  messages: noChoices,
  answers: [],
  leaves: null,
} as const;

/** Number of latest answers by which a repeated request of a gateway is recognised. */
const answersKept = 20;

type Registered = Extract<PatientState, { status: 'registered' }>;
/** An event that changes a registered patient only. */
type RecordEvent = Exclude<
  PatientEvent,
  { type: 'PatientRegistered' | 'PatientErasureRequested' | 'PatientMailsDeleted' | 'PatientErased' }
>;

const evolveRecord = byType<RecordEvent, [Registered], PatientState>({
  PatientUpdated: ({ data: { contact, email, birthDate, language } }, state) => ({
    ...state,
    contact,
    ...(email === undefined ? {} : { email, previousEmail: state.email }),
    ...(birthDate === undefined ? {} : { birthDate }),
    ...(language === undefined ? {} : { language }),
  }),
  PatientRestricted: (_, state) => ({ ...state, restricted: true }),
  PatientRestrictionLifted: (_, state) => ({ ...state, restricted: false }),
  LegalHoldSet: (_, state) => ({ ...state, held: true }),
  LegalHoldLifted: (_, state) => ({ ...state, held: false }),
  PatientPlacedUnder: ({ data: { responsibleId, relation } }, state) => ({
    ...state,
    under: { responsibleId, relation },
  }),
  PatientOnTheirOwn: ({ data }, state) => ({ ...state, under: null, email: data.email ?? state.email }),
  OnlineBookingSuspended: ({ data }, state) => ({ ...state, suspended: data.reason }),
  OnlineBookingResumed: (_, state) => ({ ...state, suspended: null }),
  PatientTagsSet: ({ data }, state) => ({ ...state, tags: data.tags }),
  PatientNoteWritten: ({ data }, state) => ({ ...state, note: data.note }),
  PatientMessagesChosen: ({ data: { texts, textsFor, stopped, recalls } }, state) => ({
    ...state,
    messages: { texts, allTexts: textsFor === 'all', stopped, recalls },
  }),
  PatientAnsweredText: ({ data: { answerId } }, state) => ({
    ...state,
    answers: [...state.answers, answerId].slice(-answersKept),
  }),
  PatientErasureAnnounced: ({ data: { due, years } }, state) => ({ ...state, leaves: { due, years } }),
  PatientErasureCalledOff: (_, state) => ({ ...state, leaves: null }),
});

const evolve = (state: PatientState, event: PatientEvent): PatientState => {
  const { patientId, proId } = event.data;
  switch (event.type) {
    case 'PatientRegistered': {
      const { notice: _notice, marketingConsent: _consent, ...record } = event.data;
      return { status: 'registered', ...record, ...defaults };
    }
    case 'PatientErasureRequested':
      return { status: 'leaving', patientId, proId, mailsDeleted: false };
    case 'PatientMailsDeleted':
      return state.status === 'leaving' ? { ...state, mailsDeleted: true } : state;
    case 'PatientErased':
      return { status: 'erased', patientId, proId };
    default:
      return state.status === 'registered' ? evolveRecord(event, state) : state;
  }
};

const placeUnder = (
  { care }: Extract<PatientCommand, { type: 'place-under' }>,
  state: PatientState,
): readonly PatientEvent[] => {
  if (state.status !== 'registered') throw new Rejection('not-found');
  const { patientId, proId, under } = state;
  if (state.restricted) throw new Rejection('patient-restricted');
  if (care.responsibleId === patientId) throw new Rejection('not-responsible');
  if (under?.responsibleId === care.responsibleId && under.relation === care.relation) return [];
  return [{ type: 'PatientPlacedUnder', data: { patientId, proId, ...care } }];
};

/** Suspends or resumes online booking, always by a person's decision. */
const decideOnlineBooking = (
  command: Extract<PatientCommand, { type: 'suspend' | 'resume' }>,
  state: PatientState,
): readonly PatientEvent[] => {
  if (state.status !== 'registered') throw new Rejection('not-found');
  const { patientId, proId, suspended } = state;
  const ids = { patientId, proId };
  if (command.type === 'resume')
    return suspended === null ? [] : [{ type: 'OnlineBookingResumed', data: ids }];
  if (suspended === command.reason) return [];
  return [{ type: 'OnlineBookingSuspended', data: { ...ids, reason: command.reason } }];
};

type Because = Extract<PatientEvent, { type: 'PatientErasureCalledOff' }>['data']['because'];

const callOff = ({ patientId, proId, leaves }: Registered, because: Because): readonly PatientEvent[] =>
  leaves === null ? [] : [{ type: 'PatientErasureCalledOff', data: { patientId, proId, because } }];

/**
 * Decides on retention: the erasure is announced first, and never happens under legal hold or
 * restriction.
 */
const decideAge = (
  command: Extract<PatientCommand, { type: 'announce-erasure' | 'call-off-erasure' | 'erase-as-announced' }>,
  state: PatientState,
): readonly PatientEvent[] => {
  if (state.status !== 'registered') return [];
  const { patientId, proId, leaves } = state;
  if (command.type === 'call-off-erasure') return callOff(state, command.because);
  if (state.held || state.restricted) return [];
  if (command.type === 'announce-erasure') {
    const { due, years } = command;
    return leaves === null
      ? [{ type: 'PatientErasureAnnounced', data: { patientId, proId, due, years } }]
      : [];
  }
  return leaves !== null && leaves.due <= command.now
    ? [{ type: 'PatientErasureRequested', data: { patientId, proId } }]
    : [];
};

const restrict = (restricted: boolean, state: PatientState): readonly PatientEvent[] => {
  if (state.status !== 'registered') throw new Rejection('not-found');
  if (state.restricted === restricted) return [];
  const { patientId, proId } = state;
  const data = { patientId, proId };
  return restricted
    ? [{ type: 'PatientRestricted', data }, ...callOff(state, 'restricted')]
    : [{ type: 'PatientRestrictionLifted', data }];
};

/** Sets or lifts a legal hold; both need a reason, for accountability. */
const decideHold = (
  { type, reason }: Extract<PatientCommand, { type: 'hold' | 'lift-hold' }>,
  state: PatientState,
): readonly PatientEvent[] => {
  if (state.status !== 'registered') throw new Rejection('not-found');
  if (state.held === (type === 'hold')) return [];
  const { patientId, proId } = state;
  const data = { patientId, proId, reason };
  return type === 'hold'
    ? [{ type: 'LegalHoldSet', data }, ...callOff(state, 'legal-hold')]
    : [{ type: 'LegalHoldLifted', data }];
};

const register = (command: Extract<PatientCommand, { type: 'register' }>): readonly PatientEvent[] => {
  const { patient, under, note = '' } = command;
  const tags = distinctTags(command.tags ?? []);
  const { patientId, proId } = patient;
  const ids = { patientId, proId };
  return [
    { type: 'PatientRegistered', data: patient },
    ...(under ? [{ type: 'PatientPlacedUnder' as const, data: { ...ids, ...under } }] : []),
    ...(tags.length > 0 ? [{ type: 'PatientTagsSet' as const, data: { ...ids, tags } }] : []),
    ...(note === '' ? [] : [{ type: 'PatientNoteWritten' as const, data: { ...ids, note } }]),
  ];
};

/** Sets tags and note; unchanged or missing values write nothing. */
const decideRemark = (
  { tags, note }: Extract<PatientCommand, { type: 'remark' }>,
  state: PatientState,
): readonly PatientEvent[] => {
  if (state.status !== 'registered') throw new Rejection('not-found');
  if (state.restricted) throw new Rejection('patient-restricted');
  const { patientId, proId } = state;
  const ids = { patientId, proId };
  const distinct = tags && distinctTags(tags);
  return [
    ...(distinct && JSON.stringify(state.tags) !== JSON.stringify(distinct)
      ? [{ type: 'PatientTagsSet' as const, data: { ...ids, tags: distinct } }]
      : []),
    ...(note !== undefined && state.note !== note
      ? [{ type: 'PatientNoteWritten' as const, data: { ...ids, note } }]
      : []),
  ];
};

const onTheirOwn = (
  command: Extract<PatientCommand, { type: 'on-their-own' }>,
  state: PatientState,
): readonly PatientEvent[] => {
  if (state.status !== 'registered') throw new Rejection('not-found');
  const { patientId, proId, under } = state;
  const email = state.email === null ? command.email : null;
  if (under === null && email === null) return [];
  return [{ type: 'PatientOnTheirOwn', data: { patientId, proId, email } }];
};

const update = (
  { contact, email, birthDate, language }: Extract<PatientCommand, { type: 'update' }>,
  state: PatientState,
): readonly PatientEvent[] => {
  if (state.status !== 'registered') throw new Rejection('not-found');
  if (state.restricted) throw new Rejection('patient-restricted');
  const { patientId, proId } = state;
  const data = { patientId, proId, contact };
  const changes = {
    ...(email !== undefined && email !== state.email ? { email } : {}),
    ...(birthDate !== undefined && birthDate !== state.birthDate ? { birthDate } : {}),
    ...(language !== undefined && language !== state.language ? { language } : {}),
  };
  return [
    ...(JSON.stringify(state.contact) === JSON.stringify(contact)
      ? []
      : [{ type: 'PatientUpdated' as const, data }]),
    ...(Object.keys(changes).length === 0
      ? []
      : [{ type: 'PatientUpdated' as const, data: { ...data, ...changes } }]),
  ];
};

const chooseLanguage = (
  { language }: Extract<PatientCommand, { type: 'choose-language' }>,
  state: PatientState,
): readonly PatientEvent[] => {
  if (state.status !== 'registered' || state.restricted || isErased(state.contact)) return [];
  return update({ type: 'update', contact: state.contact, language }, state);
};

/** Records choices about messages. A restricted record only takes choices of fewer messages. */
const chooseMessages = (
  { by, ...given }: Extract<PatientCommand, { type: 'choose-messages' }>,
  state: PatientState,
): readonly PatientEvent[] => {
  if (state.status !== 'registered') throw new Rejection('not-found');
  const { patientId, proId, messages } = state;
  const { texts = messages.texts, stopped = messages.stopped, recalls = messages.recalls } = given;
  // A new consent is given to all that the texts of the product are about.
  const allTexts = given.texts ?? messages.allTexts;
  const isSame = texts === messages.texts && allTexts === messages.allTexts;
  if (isSame && stopped === messages.stopped && recalls === messages.recalls) return [];
  const wantsMore =
    texts > messages.texts ||
    allTexts > messages.allTexts ||
    stopped < messages.stopped ||
    recalls > messages.recalls;
  if (state.restricted && wantsMore) throw new Rejection('patient-restricted');
  const textsFor = allTexts ? { textsFor: 'all' as const } : {};
  return [
    { type: 'PatientMessagesChosen', data: { patientId, proId, texts, ...textsFor, stopped, recalls, by } },
  ];
};

const answerText = (
  { answerId, answer }: Extract<PatientCommand, { type: 'answer-text' }>,
  state: PatientState,
): readonly PatientEvent[] => {
  if (state.status !== 'registered' || state.answers.includes(answerId)) return [];
  const { patientId, proId } = state;
  return [{ type: 'PatientAnsweredText', data: { patientId, proId, answerId, answer } }];
};

const requestErasure = (
  { patientId, proId, again }: Extract<PatientCommand, { type: 'request-erasure' }>,
  state: PatientState,
): readonly PatientEvent[] => {
  // A person who never confirmed has no record and can still be erased.
  if (state.status === 'leaving' || state.status === 'erased') return [];
  if (state.status === 'registered' && state.held && !again) throw new Rejection('legal-hold');
  return [{ type: 'PatientErasureRequested', data: { patientId, proId } }];
};

const finishErasure = (state: PatientState): readonly PatientEvent[] => {
  if (state.status !== 'leaving' || !state.mailsDeleted) return [];
  return [{ type: 'PatientErased', data: { patientId: state.patientId, proId: state.proId } }];
};

const decide = byType<PatientCommand, [PatientState], readonly PatientEvent[]>({
  // A patient whose erasure has begun is registered again under another id.
  register: (command, state) => (state.status === 'none' ? register(command) : []),
  'place-under': placeUnder,
  'on-their-own': onTheirOwn,
  update,
  'choose-language': chooseLanguage,
  restrict: ({ restricted }, state) => restrict(restricted, state),
  suspend: decideOnlineBooking,
  resume: decideOnlineBooking,
  remark: decideRemark,
  hold: decideHold,
  'lift-hold': decideHold,
  'choose-messages': chooseMessages,
  'answer-text': answerText,
  'announce-erasure': decideAge,
  'call-off-erasure': decideAge,
  'erase-as-announced': decideAge,
  'request-erasure': requestErasure,
  'finish-erasure': (_, state) => finishErasure(state),
});

/** Decides `patient-<id>`. Registering again never overwrites the record. */
export const patientDecider: Decider<PatientState, PatientEvent, PatientCommand> = {
  stream: (id) => `patient-${id}`,
  version: 10,
  initialState: { status: 'none' },
  evolve,
  decide,
};
