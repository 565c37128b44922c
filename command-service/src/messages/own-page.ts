import type { MyMessages } from '@visita/contracts/api/texts';
import { readable } from '@visita/contracts/event';
import { defaultLanguage } from '@visita/contracts/language';
import { mobileOf } from '@visita/contracts/messages/mobile';
import { Rejection } from '@visita/contracts/problem';
import { sentToOf } from '@visita/platform/auth/booking-token';
import { isFormerNumber } from '@visita/platform/messages/numbers';
import { type Caller, proOf } from '@visita/platform/auth/caller';
import type { Handlers } from '@visita/platform/http/calls';
import { loadLinked } from '../booking/links.ts';
import { keptOf, recordsOf, requireShown } from '../patient/merged.ts';
import { fullName } from '../pro/view.ts';
import { type Command, handling } from '../unit-of-work.ts';
import { openOffer, type WaitingEntry } from '../waiting/decider.ts';
import { endEntry, ownView } from '../waiting/own.ts';
import type { OwnPageDeps } from './deps.ts';

type Person = { readonly patientId: string; readonly proId: string; readonly clinicId: string | null };

/** Returns the person who got the message: the one who answers for the patient, if there is one. */
const personOf = async ({ domain, messaging }: OwnPageDeps, caller: Caller, at: Date): Promise<Person> => {
  if (caller.kind === 'booking') {
    const booking = await loadLinked(domain, caller, at);
    if (booking.patientGone) throw new Rejection('patient-erased');
    const { proId, clinicId, told } = booking;
    const patientId = await keptOf(domain, proId, told?.contactId ?? booking.patientId);
    return { patientId, proId, clinicId };
  }
  if (caller.kind !== 'patient') throw new Rejection('token-invalid');
  const { state } = await domain.patients.load(caller.patientId);
  if (state.status !== 'registered') throw new Rejection('token-invalid');
  const { email, contact } = state;
  const isFormerEmail = caller.sentTo !== undefined && caller.sentTo !== sentToOf(readable(email) ?? '');
  const present = readable(contact) ?? { prefix: null, phone: null };
  if (isFormerEmail || isFormerNumber(messaging.numbers, caller.number, present))
    throw new Rejection('token-expired');
  return {
    patientId: await keptOf(domain, state.proId, caller.patientId),
    proId: state.proId,
    clinicId: null,
  };
};

/** Returns the person's confirmed entries on waiting lists. */
const entriesOf = async (
  { domain, waitingEntries }: OwnPageDeps,
  { proId, patientId }: Person,
): Promise<WaitingEntry[]> => {
  const records = await recordsOf(domain, proId, patientId);
  const ids = (await Promise.all(records.map((record) => waitingEntries.ofPatient(record)))).flat();
  const states = await Promise.all(ids.map(async (entryId) => (await domain.waits.load(entryId)).state));
  return states.filter((state) => state.status === 'waiting') as WaitingEntry[];
};

const waitingView = async (
  deps: OwnPageDeps,
  entry: WaitingEntry,
  now: string,
): Promise<MyMessages['waiting'][number]> => {
  const { language: _language, ...own } = await ownView(deps, entry);
  const offer = openOffer(entry);
  const [time] = offer?.times ?? [];
  if (!offer || !time || offer.deadline <= now) return { ...own, offer: null };
  const zone = deps.zones(entry.timezone);
  const token = deps.waitingTokens.issueOffer(offer.offerId);
  const dates = { date: zone.offsetIso(time.start), until: zone.offsetIso(offer.deadline) };
  return { ...own, offer: { ...dates, token } };
};

const view = async (deps: OwnPageDeps, person: Person, at: Date): Promise<MyMessages> => {
  const { domain } = deps;
  const { patientId, proId, clinicId } = person;
  const [{ state: patient }, { state: pro }, clinic] = await Promise.all([
    domain.patients.load(patientId),
    domain.pros.load(proId),
    clinicId === null ? null : domain.clinics.load(clinicId),
  ]);
  if (patient.status !== 'registered') throw new Rejection('not-found');
  const account = pro.status === 'registered' ? pro : null;
  const contact = readable(patient.contact);
  const mobile = account?.messages.provider && contact ? mobileOf(contact) : null;
  return {
    professional: account ? fullName(account) : '',
    clinic: clinic?.state.status === 'none' || !clinic ? '' : clinic.state.details.name,
    language: patient.language ?? account?.options.comunicationsLanguage ?? defaultLanguage,
    mobile: mobile && mobile.slice(-2),
    texts: patient.messages.texts,
    all_texts: patient.messages.allTexts,
    stopped: patient.messages.stopped,
    recalls: patient.messages.recalls,
    waiting: await Promise.all(
      (await entriesOf(deps, person)).map((entry) => waitingView(deps, entry, at.toISOString())),
    ),
  };
};

const getMyMessages: Command<'getMyMessages', OwnPageDeps> = async ({ caller }, { at }, deps) => ({
  message: 'Messages',
  data: await view(deps, await personOf(deps, caller, at), at),
});

const setMyMessages: Command<'setMyMessages', OwnPageDeps> = async ({ caller, body }, work, deps) => {
  const { domain } = deps;
  const { at, execute } = work;
  const person = await personOf(deps, caller, at);
  const { language, leave, ...choices } = body;
  if (leave !== undefined) {
    const entry = (await entriesOf(deps, person)).find(({ entryId }) => entryId === leave);
    if (entry) await endEntry(deps, { entry, reason: 'left' }, work);
  }
  for (const record of await recordsOf(domain, person.proId, person.patientId)) {
    if ((await domain.patients.load(record)).state.status !== 'registered') continue;
    await execute(domain.patients, record, { type: 'choose-messages', ...choices, by: 'page' });
    if (language !== undefined) await execute(domain.patients, record, { type: 'choose-language', language });
  }
  return { message: 'Choices saved', data: await view(deps, person, at) };
};

const setPatientTexts: Command<'setPatientTexts', OwnPageDeps> = async (context, { execute }, { domain }) => {
  const { params, body, caller } = context;
  const { proId } = proOf(caller);
  await requireShown(domain, params.patientId, proId);
  // Texts go to a person who agreed under any of their records.
  for (const record of await recordsOf(domain, proId, params.patientId)) {
    const isKnown = (await domain.patients.load(record)).state.status === 'registered';
    if (!isKnown || (body.texts && record !== params.patientId)) continue;
    await execute(domain.patients, record, { type: 'choose-messages', texts: body.texts, by: 'staff' });
  }
  return { message: 'Choice about texts saved', data: null };
};

/** Returns the handlers of a patient's choices about messages: on the patient's own page, and by staff. */
export const choiceHandlers = (deps: OwnPageDeps) => {
  const handle = handling(deps);
  return {
    getMyMessages: handle(getMyMessages),
    setMyMessages: handle(setMyMessages),
    setPatientTexts: handle(setPatientTexts),
  } satisfies Handlers;
};
