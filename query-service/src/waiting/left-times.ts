import { isOffered } from '@visita/contracts/availability/slots';
import { addDays } from '@visita/contracts/availability/zones';
import type { LeftTime } from '@visita/contracts/waiting/views';
import { fullName } from '@visita/read-model/pro/view';
import { select } from '@visita/read-model/query';
import { questionsOf } from '../booking/availabilities.ts';
import { readStaffFacts } from '../booking/availability-facts.ts';
import type { Dependencies } from '../dependencies.ts';

type Row = {
  readonly starts: string;
  readonly pro_id: string;
  readonly hub_service_id: string;
  readonly clinic_service_id: string;
  readonly refused: boolean;
};

const dayMs = 86_400_000;

/** Refused times that are looked at: the first ones. */
const lookedAt = 50;

/** Offers of the clinic $1 of times after the instant $3: all, or those of the professional $2. */
const offersQuery = {
  name: 'offered-times',
  text: `select o.starts, o.pro_id, o.hub_service_id, o.refused, s.clinic_service_id
    from read.offered_times o
    join read.hub_services s on s.hub_service_id = o.hub_service_id
    where o.clinic_id = $1 and o.last_starts_at > $3 and ($2::uuid is null or o.pro_id = $2)
    order by o.last_starts_at`,
};

type Deps = Pick<Dependencies, 'pool' | 'clock' | 'zones'>;
type Asked = { readonly clinicId: string; readonly proId: string | null };
type Time = Row & { readonly start: string };

/** Returns the times that were refused and are offered to no one now, free or not, in order. */
const refusedTimes = (rows: readonly Row[], now: string): Time[] => {
  const times = rows.flatMap((row) => row.starts.split(' ').map((start) => ({ ...row, start })));
  const keyOf = ({ pro_id, start }: Time) => `${start} ${pro_id}`;
  const offered = new Set(times.filter(({ refused }) => !refused).map(keyOf));
  const left = times.filter((time) => time.refused && time.start > now && !offered.has(keyOf(time)));
  const each = [...new Map(left.map((time) => [keyOf(time), time])).values()];
  return each.toSorted((one, other) => (one.start < other.start ? -1 : 1)).slice(0, lookedAt);
};

/** Returns those of some times of one service, in order, that are free by the rules of staff, at any minute. */
const freeOf = async (
  { pool, clock, zones }: Deps,
  clinicId: string,
  times: readonly Time[],
): Promise<LeftTime[]> => {
  const [first, last] = [times[0], times.at(-1)];
  if (!first || !last) return [];
  const now = clock().getTime();
  const to = addDays(last.start.slice(0, 10), 2);
  const question = { clinicId, clinicServiceId: first.clinic_service_id, from: first.start.slice(0, 10), to };
  const facts = await readStaffFacts(pool, question, now);
  if (!facts) return [];
  const zone = zones(facts.timezone);
  const questionOf = questionsOf({ facts, zone, now });
  const rules = {
    horizonDays: Math.ceil((Date.parse(to) - now) / dayMs),
    noticeHours: 0,
    gapless: null,
    stepMinutes: 1,
  };
  return times.flatMap(({ start, hub_service_id }) => {
    const service = facts.services.find((one) => one.hub_service_id === hub_service_id);
    const hub = facts.hubs.find((one) => one.hub_id === service?.hub_id);
    if (!service || !hub || !isOffered({ ...questionOf(hub, service), ...rules }, start)) return [];
    return { date: zone.offsetIso(start), hub_id: hub.hub_id, hub_service_id, professional: fullName(hub) };
  });
};

/** Returns the future times of a clinic, or of one professional, that people refused and that are free. */
export const leftTimes = async (deps: Deps, { clinicId, proId }: Asked): Promise<LeftTime[]> => {
  const now = deps.clock();
  const rows = await select<Row>(deps.pool, offersQuery, [clinicId, proId, now]);
  const times = refusedTimes(rows, now.toISOString());
  const left = await Promise.all(
    [...Map.groupBy(times, (time) => time.clinic_service_id).values()].map((ofService) =>
      freeOf(deps, clinicId, ofService),
    ),
  );
  return left.flat().toSorted((one, other) => (one.date < other.date ? -1 : 1));
};
