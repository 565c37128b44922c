import type { MyMessages } from '@visita/contracts/api/texts';
import { readable } from '@visita/contracts/event';
import { defaultLanguage } from '@visita/contracts/language';
import { mobileOf } from '@visita/contracts/messages/mobile';
import { Rejection } from '@visita/contracts/problem';
import { sentToOf } from '@visita/platform/auth/booking-token';
import { type Caller, proOf } from '@visita/platform/auth/caller';
import type { Handlers } from '@visita/platform/http/calls';
import { loadLinked } from '../booking/links.ts';
import { keptOf, recordsOf, requireShown } from '../patient/merged.ts';
import { fullName } from '../pro/view.ts';
import { type Command, handling } from '../unit-of-work.ts';
import type { MessageDeps } from './deps.ts';

type Person = { readonly patientId: string; readonly proId: string; readonly clinicId: string | null };

/** Returns the person who got the message: the one who answers for the patient, if there is one. */
const personOf = async ({ domain }: MessageDeps, caller: Caller, at: Date): Promise<Person> => {
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
  const { email } = state;
  const isFormer = caller.sentTo !== undefined && caller.sentTo !== sentToOf(readable(email) ?? '');
  if (isFormer) throw new Rejection('token-expired');
  return {
    patientId: await keptOf(domain, state.proId, caller.patientId),
    proId: state.proId,
    clinicId: null,
  };
};

const view = async ({ domain }: MessageDeps, { patientId, proId, clinicId }: Person): Promise<MyMessages> => {
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
    ...patient.messages,
  };
};

const getMyMessages: Command<'getMyMessages', MessageDeps> = async ({ caller }, { at }, deps) => ({
  message: 'Messages',
  data: await view(deps, await personOf(deps, caller, at)),
});

const setMyMessages: Command<'setMyMessages', MessageDeps> = async (
  { caller, body },
  { at, execute },
  deps,
) => {
  const { domain } = deps;
  const person = await personOf(deps, caller, at);
  const { language, ...choices } = body;
  for (const record of await recordsOf(domain, person.proId, person.patientId)) {
    if ((await domain.patients.load(record)).state.status !== 'registered') continue;
    await execute(domain.patients, record, { type: 'choose-messages', ...choices, by: 'page' });
    if (language !== undefined) await execute(domain.patients, record, { type: 'choose-language', language });
  }
  return { message: 'Choices saved', data: await view(deps, person) };
};

const setPatientTexts: Command<'setPatientTexts', MessageDeps> = async (context, { execute }, { domain }) => {
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
export const choiceHandlers = (deps: MessageDeps) => {
  const handle = handling(deps);
  return {
    getMyMessages: handle(getMyMessages),
    setMyMessages: handle(setMyMessages),
    setPatientTexts: handle(setPatientTexts),
  } satisfies Handlers;
};
