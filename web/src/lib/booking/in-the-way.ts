import type { BlockView } from '@visita/contracts/block/views';
import type { BookingView, HeldTime, ProCalendar } from '@visita/contracts/booking/views';
import type { ClinicView } from '@visita/contracts/clinic/views';
import type { Pro } from '@visita/contracts/pro/views';
import { ApiError } from '../api/api.ts';
import { call } from '../api/client.ts';
import { clocksDiffer } from '../time/other-clock.ts';
import { TakenError, type Clash } from './taken-error.ts';
import { addDays, dayOf, instantOf, wallNow, wallTimeOf } from '../time/wall-clock.ts';

type Span = {
  proId: string | undefined;
  /** Epoch ms. */
  from: number;
  until: number;
  timezone: string | undefined;
  /** Id of the moved entry. */
  except?: string | undefined;
};

type Taking = BookingView | BlockView | HeldTime;

const kindOf = (entry: Taking): Clash['kind'] => {
  if ('until' in entry) return 'offered_to' in entry ? 'offered' : 'held';
  if (!('patient_name' in entry)) return 'block';
  return entry.patient_name ? 'booking' : 'erased';
};

const intervalOf = (start: string, end: string): string => `${wallTimeOf(start)}–${wallTimeOf(end)}`;

const clashOf = (entry: Taking, timezone: string | undefined, clinics: readonly ClinicView[]): Clash => {
  const city =
    'clinic_city' in entry ? entry.clinic_city : clinics.find(({ id }) => id === entry.clinic_id)?.city;
  const same = !timezone || !clocksDiffer(entry.timezone, timezone, dayOf(entry.date));
  return {
    kind: kindOf(entry),
    time: intervalOf(entry.date, entry.ending_date),
    town: same ? null : (city ?? entry.timezone),
    name: 'patient_name' in entry ? entry.patient_name : '',
    ...('offered_to' in entry && { until: wallTimeOf(entry.until) }),
  };
};

type Taken = Pick<ProCalendar, 'bookings' | 'blocks' | 'held'>;

/** Returns the entries that conflict with a professional's time, by instants, in order. */
const allInTheWay = (
  { bookings, blocks, held }: Taken,
  { proId, from, until, timezone, except }: Span,
  clinics: readonly ClinicView[],
): Clash[] =>
  [...bookings.filter(({ status }) => status === 'confirmed'), ...blocks, ...held]
    .filter(
      (entry) =>
        entry.id !== except &&
        entry.pro_id === proId &&
        Date.parse(entry.date) < until &&
        from < Date.parse(entry.ending_date),
    )
    .toSorted((one, other) => Date.parse(one.date) - Date.parse(other.date))
    .map((entry) => clashOf(entry, timezone, clinics));

/** Returns the first entry that conflicts with a professional's time. */
export const inTheWay = (calendar: Taken, span: Span, clinics: readonly ClinicView[]): Clash | undefined =>
  allInTheWay(calendar, span, clinics)[0];

type Wanted = (
  | { hubId: string; end: string }
  | { hubServiceId: string; hubServiceIds?: readonly string[] | undefined }
) & {
  /** Wall time of the hub's clinic, like `end`. */
  start: string;
  except?: string;
};

const spanOf = (wanted: Wanted, clinics: readonly ClinicView[]): Span | null => {
  for (const { timezone, hubs } of clinics)
    for (const { id, proId, services } of hubs) {
      const from = instantOf(wanted.start, timezone);
      const span = { proId, timezone, from, except: wanted.except };
      if ('end' in wanted) {
        if (id === wanted.hubId) return { ...span, until: instantOf(wanted.end, timezone) };
        continue;
      }
      const { hubServiceId, hubServiceIds = [hubServiceId] } = wanted;
      const booked = hubServiceIds.flatMap((id) => services.find((one) => one.id === id) ?? []);
      const minutes = booked.reduce((sum, { duration }) => sum + duration, 0);
      if (services.some((one) => one.id === hubServiceId)) return { ...span, until: from + minutes * 60_000 };
    }
  return null;
};

const wantedOf = ({ from, until, timezone }: Span): string =>
  intervalOf(wallNow(timezone, new Date(from)), wallNow(timezone, new Date(until)));

/**
 * Sends a request that takes up a professional's time; if it is taken, reads the calendar to name the
 * conflict.
 */
export const namingClash = async <Sent>(
  send: () => Promise<Sent>,
  { pro, ...wanted }: Wanted & { pro: Pro },
): Promise<Sent> => {
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'slot-taken') throw error;
    throw await namedOf(error, pro, wanted);
  }
};

const namedOf = async (refusal: ApiError, pro: Pro, wanted: Wanted): Promise<ApiError> => {
  const day = dayOf(wanted.start);
  const query = { from: addDays(day, -1), to: addDays(day, 2) };
  try {
    const [{ data }, { data: calendar }] = await Promise.all([
      call('getProClinics', { params: { id: pro.id } }),
      call('getProCalendar', { params: { proId: pro.id }, query }),
    ]);
    // Professionals always get the full view.
    const clinics = data as ClinicView[];
    const span = spanOf(wanted, clinics);
    if (!span) return refusal;
    const hidden = { kind: 'hidden', time: wantedOf(span), town: null, name: '' } as const;
    const clashes = allInTheWay(calendar, span, clinics);
    return new TakenError(refusal, clashes.length > 0 ? clashes : [hidden]);
  } catch {
    // The original refusal is thrown.
    return refusal;
  }
};
