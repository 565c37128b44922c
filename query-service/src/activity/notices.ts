import { type NoticeView, noticePage } from '@visita/contracts/activity/views';
import { proOf } from '@visita/platform/auth/caller';
import type { ReadMarks } from '@visita/platform/auth/read-marks';
import type { Handlers } from '@visita/platform/http/calls';
import { actingMember } from '@visita/read-model/clinic/acting';
import type { ProjectedPosition } from '@visita/read-model/projected';
import { selectTogether } from '@visita/read-model/query';
import { seesCalendar, seesOwnBookings } from '../clinic/membership.ts';
import type { Dependencies } from '../dependencies.ts';
import { type NoticeRow, type NoticeRows, noticesQuery, type NoticeValues } from './statement.ts';

type Deps = Pick<Dependencies, 'pool' | 'clock' | 'membershipsOf' | 'zones' | 'settled'> & {
  readonly projected: Pick<ProjectedPosition, 'current'>;
  readonly readMarks: Pick<ReadMarks, 'of'>;
};

/** Formats an instant with the clinic's offset; empty if there is none. */
const localTime = (zones: Dependencies['zones'], timezone: string | null, instant: string | null): string =>
  timezone === null || instant === null ? '' : zones(timezone).offsetIso(instant);

const noticeView = (row: NoticeRow, zones: Dependencies['zones']): NoticeView => {
  const local = (instant: string | null) => localTime(zones, row.timezone, instant);
  return {
    id: row.position,
    kind: row.kind,
    at: new Date(row.at).toISOString(),
    read: row.read,
    pro_id: row.pro_id,
    doctor_name: row.doctor_name ?? '',
    clinic_id: row.clinic_id ?? '',
    clinic_name: row.clinic_name ?? '',
    booking_id: row.booking_id ?? '',
    patient_name: row.name ?? row.series_patient ?? '',
    service: row.service_name ?? '',
    date: local(row.starts_at),
    ending_date: local(row.ends_at),
    ...(row.previous_at === null ? {} : { previous_date: local(row.previous_at) }),
    ...(row.series_id === null ? {} : { series_id: row.series_id }),
    ...(row.reason === null ? {} : { reason: row.reason }),
    ...(row.actor_id === null ? {} : { by: actingMember(row) }),
  };
};

/** Returns the handler of a pro's notices: of the clinics whose whole calendar they see, and their own. */
export const noticeHandlers = ({ pool, clock, membershipsOf, zones, settled, projected, readMarks }: Deps) =>
  ({
    getNotices: async ({ query, caller }) => {
      const { proId } = proOf(caller);
      await settled();
      const [memberships, mark] = await Promise.all([
        membershipsOf(proId),
        readMarks.of(proId, projected.current()),
      ]);
      const whole = memberships.filter(seesCalendar).map((one) => one.clinic_id);
      const seen = [...whole, ...memberships.filter(seesOwnBookings).map((one) => one.clinic_id)];
      const values: NoticeValues = [
        whole,
        seen,
        proId,
        clock(),
        query.after ?? null,
        mark.until,
        mark.single,
      ];
      const rows = await selectTogether<NoticeRows>(pool, noticesQuery, values);
      return {
        message: 'Notices',
        data: {
          notices: rows.notices.slice(0, noticePage).map((row) => noticeView(row, zones)),
          more: rows.notices.length > noticePage,
          unread: rows.unread[0]?.count ?? 0,
          held: rows.held[0]?.count ?? 0,
        },
      };
    },
  }) satisfies Handlers;
