import { Rejection } from '@visita/contracts/problem';
import { recalls } from '@visita/contracts/recall/recalls';
import { recallTimes } from '@visita/contracts/recall/rules';
import type { EventStore } from '@visita/platform/event-store/port';
import { deriveId } from '@visita/platform/ids/derive-id';
import type { Database } from '@visita/platform/postgres/connect';
import { createStreams } from '@visita/platform/runtime/decider';
import { bookingAt, dueRecalls } from '@visita/read-model/recall/due';

/** Milliseconds between two looks. */
const pause = 3_600_000;
/** Maximum number of recalls that are sent by themselves for one professional in 24 hours. */
const dailyMaximum = 50;

/** Clinics with rules that send by themselves, between 9 and 18 there. */
const clinicsSql = `
  select distinct c.clinic_id as "clinicId" from read.recall_rules r
  join read.hubs h on h.pro_id = r.pro_id and h.status = 'active'
  join read.clinics c on c.clinic_id = h.clinic_id and c.status = 'active'
  where r.rules::jsonb @> '[{"automatic": true}]'
    and extract(hour from $1::timestamptz at time zone c.timezone) between 9 and 17`;

/**
 * Patients whose recall is sent by itself: it belongs to the treatment, or the patient agreed to marketing with their
 * latest visit or at the desk. None after a visit for which one was made.
 */
const dueSql = `${dueRecalls}, chosen as (
    select t.pro_id, t.patient_id, b.booking_id, b.clinic_service_id,
      row_number() over (partition by t.pro_id order by t.since, t.patient_id) as nth
    from told t
    join lateral ${bookingAt('t', 'last')} b on true
    join lateral ${bookingAt('t', 'latest')} n on true
    where t.automatic and t.reachable
      and (t.treatment or exists (select from read.marketing_consents m where m.given_with in (n.booking_id, t.patient_id)))
      and not exists (select from read.recalls r where r.patient_id = t.patient_id
        and (r.booking_id = b.booking_id or (r.ended is null and r.until > $3)))
  )
  select pro_id as "proId", patient_id as "patientId", booking_id as "bookingId", clinic_service_id as "clinicServiceId"
  from chosen c
  where nth <= ${dailyMaximum} - (select count(*) from read.recalls r
    where r.pro_id = c.pro_id and r.made_at > $3 - interval '24 hours')`;

type Due = {
  readonly proId: string;
  readonly patientId: string;
  readonly bookingId: string;
  readonly clinicServiceId: string;
};

type Deps = { pool: Database['pool']; store: EventStore; now: () => Date };

/** Creates the function that makes the recalls which are sent by themselves. It looks once an hour. */
export const createDueRecalls = ({ pool, store, now }: Deps) => {
  const streams = createStreams(store, recalls, {});
  let lookAt = 0;

  const make = async ({ patientId, ...due }: Due, clinicId: string, at: Date): Promise<void> => {
    const recallId = deriveId(patientId, due.bookingId, 'recall by rule');
    const time = at.toISOString();
    const cause = { id: recallId, correlationId: recallId, actor: 'process:planned', time } as const;
    const recall = { recallId, patientId, ...due, clinicId, by: 'rule', ...recallTimes(at) } as const;
    try {
      await streams.execute(patientId, { type: 'make', recall }, cause);
    } catch (error) {
      // Staff have just invited the patient.
      if (!(error instanceof Rejection && error.code === 'recall-open')) throw error;
    }
  };

  return async (): Promise<void> => {
    const at = now();
    if (at.getTime() < lookAt) return;
    const { rows } = await pool.query<{ clinicId: string }>(clinicsSql, [at]);
    for (const { clinicId } of rows) {
      const found = await pool.query<Due>(dueSql, [clinicId, null, at]);
      for (const due of found.rows) await make(due, clinicId, at);
    }
    lookAt = at.getTime() + pause;
  };
};
