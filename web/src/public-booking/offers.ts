import type { DayAvailability } from '@visita/contracts/booking/views';
import type { PublicClinic } from '@visita/contracts/clinic/views';
import type { Day } from './days.ts';

/** One professional's free times for one service on one day. */
export type Offer = DayAvailability['bookingAvailabilities'][number];

/** A service as the selector offers it. */
export type Service = PublicClinic['clinic_services'][number];

/** What was picked so far; each step builds on those before it. */
export type Selection = {
  readonly clinicId?: string | undefined;
  readonly serviceId?: string | undefined;
  readonly day?: Day | undefined;
  readonly hubId?: string | undefined;
  readonly time?: string | undefined;
};

const steps = ['clinicId', 'serviceId', 'day', 'hubId', 'time'] as const;

/** Picks one step and forgets the later ones, which depended on it. */
export const pick = (selection: Selection, step: keyof Selection, value: string): Selection => {
  const kept = steps.slice(0, steps.indexOf(step)).map((earlier) => [earlier, selection[earlier]] as const);
  return { ...Object.fromEntries(kept), [step]: value };
};

/** What is picked, or the only thing there is to pick. */
export const pickedOrOnly = <Item>(
  items: readonly Item[],
  idOf: (item: Item) => string,
  picked: string | undefined,
): Item | undefined => {
  const found = items.find((item) => idOf(item) === picked);
  return found ?? (items.length === 1 ? items[0] : undefined);
};

/** Who is free for a service on a day. */
export const offersOn = (days: readonly DayAvailability[], serviceId: string, day: Day): Offer[] =>
  (days.find(({ date }) => date === day)?.bookingAvailabilities ?? []).filter(
    (offer) => offer.clinic_service_id === serviceId && offer.availabilities.length > 0,
  );

type Range = { readonly from: number; readonly to: number };
const only = (value: number): Range => ({ from: value, to: value });

/** How long a visit takes and what it costs, from the least to the most of those who offer it. */
export const termsOf = ({ duration, price, offered }: Service): { duration: Range; price: Range } =>
  offered ?? { duration: only(duration), price: only(price) };

/** How long a visit takes with somebody and what it costs there; null where that is as everybody offers it. */
export const ownTermsOf = (
  { duration, price }: Offer,
  service: Service,
): { duration: number; price: number } | null => {
  const all = Object.values(termsOf(service));
  if (all.every(({ from, to }) => from === to)) return null;
  return { duration: duration ?? service.duration, price: price ?? service.price };
};

/** In place of a professional: the first free professional. */
export const anyone = 'anyone';

/**
 * All times of several professionals, as if they were one's; who has the picked time is who is booked, the page's own
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

/** The days from today with something free for a service, in order, and how many different times each has. */
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

/** Services grouped by what they are a part of, in the clinic's own order. */
export const bySpecialization = (
  services: readonly Service[],
  nameOf: (service: Service) => string,
): [name: string, services: Service[]][] =>
  [...new Set(services.map(nameOf))].map((name) => [
    name,
    services.filter((service) => nameOf(service) === name),
  ]);
