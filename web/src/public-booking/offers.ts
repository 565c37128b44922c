import type { DayAvailability } from '@visita/contracts/booking/views';
import type { PublicClinic } from '@visita/contracts/clinic/views';
import type { Day } from './days.ts';

export type Offer = DayAvailability['bookingAvailabilities'][number];

export type Service = PublicClinic['clinic_services'][number];

/** Steps picked so far; each depends on the earlier ones. */
export type Selection = {
  readonly clinicId?: string | undefined;
  readonly serviceId?: string | undefined;
  readonly day?: Day | undefined;
  readonly hubId?: string | undefined;
  readonly time?: string | undefined;
};

const steps = ['clinicId', 'serviceId', 'day', 'hubId', 'time'] as const;

/** Picks one step and clears the later ones, which depend on it. */
export const pick = (selection: Selection, step: keyof Selection, value: string): Selection => {
  const kept = steps.slice(0, steps.indexOf(step)).map((earlier) => [earlier, selection[earlier]] as const);
  return { ...Object.fromEntries(kept), [step]: value };
};

/** Returns the picked item, or the only one. */
export const pickedOrOnly = <Item>(
  items: readonly Item[],
  idOf: (item: Item) => string,
  picked: string | undefined,
): Item | undefined => {
  const found = items.find((item) => idOf(item) === picked);
  return found ?? (items.length === 1 ? items[0] : undefined);
};

/** Returns the professionals with free times for a service on a day. */
export const offersOn = (days: readonly DayAvailability[], serviceId: string, day: Day): Offer[] =>
  (days.find(({ date }) => date === day)?.bookingAvailabilities ?? []).filter(
    (offer) => offer.clinic_service_id === serviceId && offer.availabilities.length > 0,
  );

type Range = { readonly from: number; readonly to: number };
const only = (value: number): Range => ({ from: value, to: value });

/** Returns a service's duration and price, as ranges over the professionals who offer it. */
export const termsOf = ({ duration, price, offered }: Service): { duration: Range; price: Range } =>
  offered ?? { duration: only(duration), price: only(price) };

/** Returns one professional's duration and price; null if all professionals have the same. */
export const ownTermsOf = (
  { duration, price }: Offer,
  service: Service,
): { duration: number; price: number } | null => {
  const all = Object.values(termsOf(service));
  if (all.every(({ from, to }) => from === to)) return null;
  return { duration: duration ?? service.duration, price: price ?? service.price };
};

/** Id that stands for the first free professional. */
export const anyone = 'anyone';

/**
 * Merges the times of several professionals. The professional with the picked time is booked, the page's own
 * first.
 */
export const offerOfAnyone = (
  offers: readonly Offer[],
  { time, ownHubId }: { time: string | undefined; ownHubId: string | undefined },
): Offer | undefined => {
  const inOrder = offers.toSorted(
    (one, other) => Number(other.hubId === ownHubId) - Number(one.hubId === ownHubId),
  );
  const free = inOrder.find(({ availabilities }) => time !== undefined && availabilities.includes(time));
  const who = free ?? inOrder[0];
  const availabilities = [...new Set(offers.flatMap((offer) => offer.availabilities))].sort();
  return who && { ...who, availabilities };
};

/** Returns the days from today with free times for a service, and the number of distinct times of each. */
export const freeDays = (
  days: readonly DayAvailability[],
  serviceId: string,
  today: Day,
): ReadonlyMap<Day, number> =>
  new Map(
    days
      .map(({ date }) => {
        const times = offersOn(days, serviceId, date).flatMap((offer) => offer.availabilities);
        return [date, new Set(times).size] as const;
      })
      .filter(([date, count]) => count > 0 && date >= today)
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  );

type Days = {
  readonly days: readonly DayAvailability[];
  readonly serviceId: string;
  readonly ownHubId: string;
};

/** Returns those of the free days on which only other professionals than the page's own are free. */
export const daysOfOthers = (
  free: ReadonlyMap<Day, number>,
  { days, serviceId, ownHubId }: Days,
): ReadonlySet<Day> =>
  new Set(
    [...free.keys()].filter((day) => offersOn(days, serviceId, day).every(({ hubId }) => hubId !== ownHubId)),
  );

/** Groups services by specialization, in the clinic's order. */
export const bySpecialization = (
  services: readonly Service[],
  nameOf: (service: Service) => string,
): [name: string, services: Service[]][] =>
  [...new Set(services.map(nameOf))].map((name) => [
    name,
    services.filter((service) => nameOf(service) === name),
  ]);
