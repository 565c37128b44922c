import { Rejection } from '@visita/contracts/problem';
import { patientExport, proExport, type Withheld } from '@visita/contracts/personal-data/views';
import type { EventStore } from '@visita/platform/event-store/port';
import { closingsOf, vacationsOf } from '../booking/calendar.ts';
import { membershipsOf, ownHubs } from '../clinic/membership.ts';
import { readClinics } from '../clinic/rows.ts';
import { clinicView, hubView } from '@visita/read-model/clinic/view';
import type { Dependencies } from '../dependencies.ts';
import { columnsOf } from '@visita/platform/projection/table';
import { patients } from '@visita/read-model/patient/tables';
import { pros } from '@visita/read-model/pro/tables';
import { patientView, type ShownPatient } from '@visita/read-model/patient/view';
import { fullName, proView, type ShownPro } from '@visita/read-model/pro/view';
import { found } from '../rows.ts';
import { select } from '@visita/read-model/query';
import { writeDocument } from './json-document.ts';
import { bookingsOnceOf, mailsAbout, sessionsOf } from './held.ts';
import { heldBookings, type Holder } from './held-bookings.ts';
import { consentsOf, eventsOf, exportedEvent, isOf, surveyAnswers } from './history.ts';

/** A file to hand over: its name, and its text bit by bit. */
export type ExportFile = { readonly filename: string; readonly chunks: AsyncIterable<string> };

/** For whom: a pro does not read what patients answered in confidence. */
export type Audience = 'pro' | 'operator';

export type Exports = {
  /** All that is held about a patient; `not-found` where there is none, or where it is not this pro's. */
  patient(patientId: string, audience: Audience, proId?: string): Promise<ExportFile>;
  pro(proId: string, audience: Audience): Promise<ExportFile>;
};

export type ExportDeps = Pick<Dependencies, 'pool' | 'zones' | 'clock' | 'rules' | 'settled'> & {
  /** With personal data readable. */
  readonly store: Pick<EventStore, 'readStream'>;
};

type PatientRow = ShownPatient & { readonly pro_id: string };

const heldPatients = `select ${columnsOf(patients, 'p')} from read.patients p`;
const patientById = {
  name: 'held-patient',
  text: `${heldPatients} where patient_id = $1 and not erased and email is not null`,
};
// Who never confirmed is nobody's patient, and has left personal data all the same.
const personById = {
  name: 'held-person',
  text: `select patient_id, pro_id, email, name, prefix, phone from read.bookings b
    where patient_id = $1 and email is not null
      and not exists (select from read.patients p where p.patient_id = b.patient_id)
    order by position desc limit 1`,
};
const patientsOfPro = {
  name: 'held-patients',
  text: `${heldPatients} where pro_id = $1 and not erased and email is not null order by patient_id`,
};
const proById = {
  name: 'held-pro',
  text: `select ${columnsOf(pros, 'p')} from read.pros p where pro_id = $1 and email is not null`,
};
const surveysOfPatient = {
  name: 'held-surveys-of-patient',
  text: 'select survey_id as id from read.surveys where subject_id = $1 order by survey_id',
};
const surveysOfPro = {
  name: 'held-surveys-of-pro',
  text: `select s.survey_id as id from read.surveys s join read.bookings b on b.booking_id = s.booking_id
    where b.pro_id = $1 order by s.survey_id`,
};

const none: readonly Withheld[] = [];
const confidential: readonly Withheld[] = ['survey-answers'];

/** Makes files of all that is held about somebody, from the read models and the events. */
export const createExports = (deps: ExportDeps): Exports => {
  const { pool, store, clock, settled } = deps;

  const headOf = (about: string, audience: Audience) => ({
    format: 'visita-export-1',
    exported: clock().toISOString(),
    about,
    withheld: audience === 'pro' ? confidential : none,
  });

  const surveysOf = async (statement: typeof surveysOfPro, id: string, audience: Audience) =>
    audience === 'pro' ? [] : (await select<{ id: string }>(pool, statement, [id])).map((row) => row.id);

  const bookingStreamsOf = async (holder: Holder) =>
    (await bookingsOnceOf(pool, holder)).map((id) => `booking-${id}`);

  /** What happened in some streams, as far as it is this holder's. */
  async function* historyOf(holder: Holder, streams: readonly string[]) {
    for await (const event of eventsOf(store, streams)) if (isOf(event, holder)) yield event;
  }

  async function* shownHistoryOf(holder: Holder, streams: readonly string[]) {
    for await (const event of historyOf(holder, streams)) yield exportedEvent(event);
  }

  const recordOf = async (patientId: string, audience: Audience): Promise<PatientRow> => {
    const [record] = await select<PatientRow>(pool, patientById, [patientId]);
    if (record || audience === 'pro') return found(record);
    return found((await select<PatientRow>(pool, personById, [patientId]))[0]);
  };

  const patient: Exports['patient'] = async (patientId, audience, proId) => {
    await settled();
    const row = await recordOf(patientId, audience);
    if (proId !== undefined && row.pro_id !== proId) throw new Rejection('not-found');
    const [pro] = await select<ShownPro>(pool, proById, [row.pro_id]);
    const holder: Holder = { kind: 'patient', id: patientId };
    const bookingStreams = await bookingStreamsOf(holder);
    const surveyIds = await surveysOf(surveysOfPatient, patientId, audience);
    const answers = surveyIds.map((id) => `survey-${id}`);
    const chunks = writeDocument(patientExport, {
      ...headOf('patient', audience),
      patient: patientView(row),
      professional: { id: row.pro_id, name: pro ? fullName(pro) : '', email: pro?.email ?? '' },
      consents: await consentsOf(historyOf(holder, bookingStreams)),
      bookings: heldBookings(deps, holder),
      surveys: surveyAnswers(store, surveyIds),
      mails: await mailsAbout(pool, `patient-${patientId}`),
      events: shownHistoryOf(holder, [`patient-${patientId}`, ...bookingStreams, ...answers]),
    });
    return { filename: `visita-patient-${patientId}.json`, chunks };
  };

  /** Where the pro works, as they see it. */
  const workplaces = async (proId: string) => {
    const memberships = await membershipsOf(pool, proId);
    const all = await readClinics(pool, [...new Set(memberships.map(({ clinic_id }) => clinic_id))]);
    const owned = all.clinics.filter(({ owner_id }) => owner_id === proId);
    const hubs = all.clinics.flatMap((clinic) =>
      ownHubs(all, proId, deps.rules)
        .filter((hub) => hub.clinic_id === clinic.clinic_id)
        .map((hub) => hubView(all, { clinic, hub }, proId)),
    );
    const streams = [
      ...new Set(memberships.flatMap(({ owner, clinic_id }) => (owner ? [`clinic-${clinic_id}`] : []))),
      ...memberships.flatMap(({ hub_id }) => (hub_id === null ? [] : [`hub-${hub_id}`])),
    ];
    return {
      clinics: owned.map((clinic) => clinicView(all, clinic, proId)),
      hubs,
      closings: await closingsOf(
        pool,
        owned.map(({ clinic_id }) => clinic_id),
      ),
      vacations: await vacationsOf(pool, { clinicIds: [], proId }),
      streams,
    };
  };

  const pro: Exports['pro'] = async (proId, audience) => {
    await settled();
    const row = found((await select<ShownPro>(pool, proById, [proId]))[0]);
    const { streams: places, ...work } = await workplaces(proId);
    const patients = await select<ShownPatient>(pool, patientsOfPro, [proId]);
    const holder: Holder = { kind: 'pro', id: proId };
    const surveyIds = await surveysOf(surveysOfPro, proId, audience);
    const own = [`pro-${proId}`];
    const records = patients.map(({ patient_id }) => `patient-${patient_id}`);
    const answers = surveyIds.map((id) => `survey-${id}`);
    const streams = [...own, ...places, ...records, ...(await bookingStreamsOf(holder)), ...answers];
    const chunks = writeDocument(proExport, {
      ...headOf('pro', audience),
      pro: proView(row),
      consents: await consentsOf(eventsOf(store, own)),
      sessions: await sessionsOf(pool, proId),
      ...work,
      patients: patients.map(patientView),
      bookings: heldBookings(deps, holder),
      surveys: surveyAnswers(store, surveyIds),
      mails: await mailsAbout(pool, `pro-${proId}`),
      events: shownHistoryOf(holder, streams),
    });
    return { filename: `visita-pro-${proId}.json`, chunks };
  };

  return { patient, pro };
};
