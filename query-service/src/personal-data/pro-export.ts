import { proExport } from '@visita/contracts/personal-data/views';
import { columnsOf } from '@visita/platform/projection/table';
import { clinicView, hubView } from '@visita/read-model/clinic/view';
import { patients } from '@visita/read-model/patient/tables';
import { patientRecord, type ShownRecord } from '@visita/read-model/patient/view';
import { pros } from '@visita/read-model/pro/tables';
import { proView, type ShownPro } from '@visita/read-model/pro/view';
import { select } from '@visita/read-model/query';
import { blocksOf, closingsOf, vacationsOf } from '../booking/calendar.ts';
import { membershipsOf, ownHubs } from '../clinic/membership.ts';
import { readClinics } from '../clinic/rows.ts';
import { found } from '../rows.ts';
import {
  bookingStreamsOf,
  headOf,
  seriesStreamsOf,
  shownHistoryOf,
  surveysOf,
  type Audience,
  type ExportDeps,
  type ExportFile,
} from './export-parts.ts';
import { mailsAbout, passkeysOf, readMarkOf, sessionsOf } from './held.ts';
import { writeDocument } from './json-document.ts';
import { heldBookings, type Holder } from './held-bookings.ts';
import { consentsOf, eventsOf, surveyAnswers } from './history.ts';

const patientsOfPro = {
  name: 'held-patients',
  text: `select ${columnsOf(patients, 'p')} from read.patients p
    where pro_id = $1 and not erased and name is not null order by patient_id`,
};
/** Selects a pro who is not erased. */
export const proById = {
  name: 'held-pro',
  text: `select ${columnsOf(pros, 'p')} from read.pros p where pro_id = $1 and email is not null`,
};
const surveysOfPro = {
  name: 'held-surveys-of-pro',
  text: `select s.survey_id as id, s.pro_id as reader from read.surveys s join read.bookings b on b.booking_id = s.booking_id
    where b.pro_id = any($1) order by s.survey_id`,
};

/** Returns a pro's workplaces, as they see them. */
const workplacesOf = async ({ pool, strict, clock }: ExportDeps, proId: string) => {
  const memberships = await membershipsOf(pool, proId);
  const all = await readClinics({ pool, clock }, [...new Set(memberships.map(({ clinic_id }) => clinic_id))]);
  const owned = all.clinics.filter(({ owner_id }) => owner_id === proId);
  const hubs = all.clinics.flatMap((clinic) =>
    ownHubs(all, proId, strict)
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

const entriesOfPro = {
  name: 'waiting-entries-of-pro',
  text: 'select entry_id as id from read.waiting_entries where pro_id = $1 order by joined_at, entry_id',
};

export const exportPro = async (deps: ExportDeps, proId: string, audience: Audience): Promise<ExportFile> => {
  const { pool, store } = deps;
  await deps.settled();
  const row = found((await select<ShownPro>(pool, proById, [proId]))[0]);
  const { streams: places, ...work } = await workplacesOf(deps, proId);
  const patients = await select<ShownRecord>(pool, patientsOfPro, [proId]);
  const holder: Holder = { kind: 'pro', ids: [proId] };
  const surveyIds = await surveysOf(deps, surveysOfPro, { ids: [proId], audience, proId });
  const own = [`pro-${proId}`];
  const records = patients.map(({ patient_id }) => `patient-${patient_id}`);
  const recalls = patients.map(({ patient_id }) => `recall-${patient_id}`);
  const answers = surveyIds.map((id) => `survey-${id}`);
  const bookings = await bookingStreamsOf(deps, holder);
  const entries = await select<{ id: string }>(pool, entriesOfPro, [proId]);
  const waits = entries.map(({ id }) => `wait-${id}`);
  const streams = [
    ...own,
    `blocks-${proId}`,
    `duplicates-${proId}`,
    ...places,
    ...records,
    ...bookings,
    ...(await seriesStreamsOf(deps, holder)),
    ...answers,
    ...waits,
    ...recalls,
  ];
  const chunks = writeDocument(proExport, {
    ...headOf(deps, 'pro', audience),
    pro: proView(row),
    consents: await consentsOf(eventsOf(store, own)),
    sessions: await sessionsOf(pool, proId),
    passkeys: await passkeysOf(deps, proId),
    noticesRead: await readMarkOf(pool, proId),
    ...work,
    patients: patients.map(patientRecord),
    blocks: await blocksOf(deps, { clinicIds: [], proId }),
    bookings: heldBookings(deps, holder),
    surveys: surveyAnswers(store, surveyIds),
    mails: await mailsAbout(pool, [`pro-${proId}`]),
    events: shownHistoryOf(deps, holder, streams),
  });
  return { filename: `visita-pro-${proId}.json`, chunks };
};
