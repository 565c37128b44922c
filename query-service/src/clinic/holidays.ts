import { Rejection } from '@visita/contracts/problem';
import { proOf } from '@visita/platform/auth/caller';
import { holidayClosingId, holidayCountries, holidaysAfter } from '@visita/platform/holidays/holidays';
import type { Handlers } from '@visita/platform/http/calls';
import { select } from '@visita/read-model/query';
import { versionOf } from '@visita/read-model/version';
import type { Dependencies } from '../dependencies.ts';
import { found } from '../rows.ts';
import { membershipsOf, seesCalendar } from './membership.ts';

const holidaysOf = {
  name: 'holidays',
  text: `select c.timezone, h.country, h.region,
      array(select closing_id from read.closings i where i.clinic_id = c.clinic_id and i.ends_at > $2) as closing_ids
    from read.clinics c left join read.clinic_holidays h on h.clinic_id = c.clinic_id
    where c.clinic_id = $1`,
};
type HolidaysRow = {
  readonly timezone: string;
  readonly country: string | null;
  readonly region: string | null;
  readonly closing_ids: readonly string[];
};

/** Returns the handler of a clinic's public holidays, for its owner and managers. */
export const holidayHandlers = ({
  pool,
  settled,
  zones,
  clock,
}: Pick<Dependencies, 'pool' | 'settled' | 'zones' | 'clock'>) =>
  ({
    getHolidays: async ({ params, query, caller }) => {
      const { proId } = proOf(caller);
      await settled();
      const memberships = await membershipsOf(pool, proId);
      if (!memberships.some((one) => one.clinic_id === params.id && seesCalendar(one))) {
        throw new Rejection('not-found');
      }
      const now = clock();
      const row = found((await select<HolidaysRow>(pool, holidaysOf, [params.id, now]))[0]);
      const { country, region } = row;
      const { language } = query;
      const today = zones(row.timezone).wallOf(now.getTime()).slice(0, 10);
      const days = country === null ? [] : await holidaysAfter({ country, region }, language, today);
      const closings = new Set(row.closing_ids);
      return {
        message: 'Holidays',
        data: {
          country,
          region,
          countries: await holidayCountries(language),
          days: days.map((day) => ({ ...day, closed: closings.has(holidayClosingId(params.id, day.date)) })),
          version: versionOf({ country, region }),
        },
      };
    },
  }) satisfies Handlers;
