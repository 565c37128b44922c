import { recallsAtOnce } from '@visita/contracts/api/recalls';
import type { UnsentReason } from '@visita/contracts/messages/ledger';
import { Rejection } from '@visita/contracts/problem';
import type { DueRecall } from '@visita/contracts/recall/views';
import { type Caller, proOf } from '@visita/platform/auth/caller';
import type { Handlers } from '@visita/platform/http/calls';
import type { AnyRow, RowOf } from '@visita/platform/projection/table';
import type { patients } from '@visita/read-model/patient/tables';
import { fullName, type ShownPro } from '@visita/read-model/pro/view';
import { select } from '@visita/read-model/query';
import { bookingAt, dueRecalls } from '@visita/read-model/recall/due';
import type { recallRuleSets } from '@visita/read-model/recall/tables';
import { recallRulesIn, recallRulesView } from '@visita/read-model/recall/view';
import { versionOf } from '@visita/read-model/version';
import { membershipsOf, seesCalendar, seesOwnBookings } from '../clinic/membership.ts';
import type { Dependencies } from '../dependencies.ts';

const rulesOf = { name: 'recall-rules', text: 'select rules from read.recall_rules where pro_id = $1' };

const due = {
  name: 'due-recalls',
  text: `${dueRecalls}, page as (
      select o.*, count(*) over () as total, count(*) filter (where o.open) over () as open_total
      from (select t.*, exists (select from read.recalls r
        where r.patient_id = t.patient_id and r.ended is null and r.until > $3) as open from told t) o
      order by o.open, o.since, o.patient_id limit $4 offset $5
    )
    select t.pro_id, t.patient_id, t.name, t.prefix, t.phone, t.last, t.months, t.treatment, t.reachable, t.total::int, t.open_total::int,
      d.name as pro_name, d.lastname as pro_lastname, b.booking_id, b.service_name, b.timezone, x.made_at, x.ended, x.unsent
    from page t
    join read.pros d on d.pro_id = t.pro_id
    join lateral ${bookingAt('t', 'last')} b on true
    left join lateral (select made_at, ended, unsent from read.recalls r
      where r.patient_id = t.patient_id and r.until > $3 and r.ended is distinct from 'booked'
      order by r.made_at desc limit 1) x on true
    order by t.open, t.since, t.patient_id`,
};

type Row = Pick<AnyRow<typeof patients>, 'patient_id' | 'pro_id' | 'name' | 'prefix' | 'phone'> & {
  readonly reachable: boolean;
  readonly pro_name: ShownPro['name'];
  readonly pro_lastname: ShownPro['lastname'];
  readonly booking_id: string;
  readonly service_name: string;
  readonly timezone: string;
  readonly last: Date;
  readonly months: number;
  readonly treatment: boolean;
  /** Of the latest invitation that is open or was not sent; null without one. */
  readonly made_at: Date | null;
  readonly ended: 'not-sent' | null;
  readonly unsent: UnsentReason | null;
  readonly total: number;
  readonly open_total: number;
};

const unsentOf = (reason: UnsentReason | null) =>
  reason === 'demonstration' || reason === 'limit' ? reason : 'other';

const view = (row: Row, zones: Dependencies['zones']): DueRecall => ({
  booking_id: row.booking_id,
  pro_id: row.pro_id,
  professional: fullName({ name: row.pro_name, lastname: row.pro_lastname }),
  patient_id: row.patient_id,
  name: row.name ?? '',
  prefix: row.prefix,
  phone: row.phone,
  service: row.service_name,
  last_visit: zones(row.timezone).offsetIso(row.last),
  months: row.months,
  treatment: row.treatment,
  reachable: row.reachable,
  invited: row.ended === null ? (row.made_at?.toISOString() ?? null) : null,
  not_sent:
    row.made_at && row.ended !== null
      ? { at: row.made_at.toISOString(), reason: unsentOf(row.unsent) }
      : null,
});

const own = ({ params, caller }: { params: { proId: string }; caller: Caller }): string => {
  const { proId } = proOf(caller);
  if (params.proId !== proId) throw new Rejection('not-found');
  return proId;
};

/** Returns the handlers of recalls: the pro's rules, and for staff the patients who are due. */
export const recallHandlers = ({
  pool,
  clock,
  zones,
  settled,
}: Pick<Dependencies, 'pool' | 'clock' | 'zones' | 'settled'>) =>
  ({
    getRecallRules: async (context) => {
      const proId = own(context);
      await settled();
      const [row] = await select<Pick<RowOf<typeof recallRuleSets>, 'rules'>>(pool, rulesOf, [proId]);
      const found = recallRulesView(recallRulesIn(row?.rules));
      return { message: 'Rules of invitations', data: found.rules, version: versionOf(found) };
    },
    getRecalls: async ({ params: { clinicId }, query: { from = '0' }, caller }) => {
      const { proId } = proOf(caller);
      await settled();
      const here = (await membershipsOf(pool, proId)).filter((one) => one.clinic_id === clinicId);
      const whole = here.some(seesCalendar);
      if (!whole && !here.some(seesOwnBookings)) throw new Rejection('not-found');
      const values = [clinicId, whole ? null : proId, clock(), recallsAtOnce, Number(from)];
      const rows = await select<Row>(pool, due, values);
      return {
        message: 'Patients to invite',
        data: {
          due: rows.map((row) => view(row, zones)),
          total: rows[0]?.total ?? 0,
          invited: rows[0]?.open_total ?? 0,
        },
      };
    },
  }) satisfies Handlers;
