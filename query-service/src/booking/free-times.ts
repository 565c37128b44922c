import { offeredOn } from '@visita/contracts/availability/slots';
import { addDays } from '@visita/contracts/availability/zones';
import type { FreeTimes } from '@visita/contracts/booking/free-times';
import { idsIn } from '@visita/contracts/booking/several-services';
import { parentOf } from '@visita/contracts/fields';
import { Rejection } from '@visita/contracts/problem';
import { createYield } from '@visita/platform/async/event-loop';
import { proOf } from '@visita/platform/auth/caller';
import type { Handlers } from '@visita/platform/http/calls';
import { fullName } from '@visita/read-model/pro/view';
import { booksFor, membershipsOf } from '../clinic/membership.ts';
import type { Dependencies } from '../dependencies.ts';
import { questionsOf, servicesTogether, type Situation } from './availabilities.ts';
import { type BookableHub, readStaffFacts } from './availability-facts.ts';
import { readOffered, startsHeld } from './offered-times.ts';

type Service = Situation['facts']['services'][number];
type Offer = { readonly hub: BookableHub; readonly service: Service };
type Question = Parameters<typeof readStaffFacts>[1];
type Days = FreeTimes['days'];
type Range = {
  readonly from: string;
  readonly to: string;
  /** Ids of the busy intervals that offers hold. */
  readonly held: ReadonlySet<string>;
};

const dayMs = 86_400_000;

/** Characters that one professional's day, and one time, add to an answer. */
const weights = { entry: 90, time: 8 };
/** Characters after which an answer ends with the day. */
const mostWeight = 150_000;

const weightOf = (free: Days[number]['free']): number =>
  free.reduce((sum, { times }) => sum + weights.entry + times.length * weights.time, 0);

/** Returns the services of the question at a hub as one service; nothing if the hub does not offer them all. */
const offersAt = (
  hub: BookableHub,
  services: readonly Service[],
  { clinicServiceId, andServices }: Pick<Question, 'clinicServiceId' | 'andServices'>,
): Offer[] => {
  const find = (id: string) =>
    services.find((one) => one.hub_id === hub.hub_id && one.clinic_service_id === id);
  const first = find(clinicServiceId);
  const ids = idsIn(andServices);
  const further = ids.flatMap((id) => find(id) ?? []);
  if (!first || further.length < ids.length) return [];
  return [{ hub, service: servicesTogether([first, ...further]) }];
};

const professionalOf = ({ hub, service }: Offer): FreeTimes['professionals'][number] => ({
  proId: hub.pro_id,
  hubId: hub.hub_id,
  hubServiceId: service.hub_service_id,
  professional: fullName(hub),
  duration: service.duration,
  buffer_before: service.buffer_before,
  buffer_after: service.buffer_after,
});

/**
 * Returns the free starts of each offer by the rules of staff: the notice, the horizon and the
 * option against gaps apply only to patients.
 */
const freeDays = async (situation: Situation, offers: readonly Offer[], { from, to, held }: Range) => {
  const today = situation.zone.dayOf(situation.now);
  const horizonDays = (Date.parse(to) - Date.parse(today)) / dayMs;
  const questionOf = questionsOf(situation);
  const rules = { horizonDays, noticeHours: 0, gapless: null };
  const heldOn = startsHeld(situation, held, rules);
  const starts = offers.map(({ hub, service }) => ({
    hubServiceId: service.hub_service_id,
    timesOn: offeredOn({ ...questionOf(hub, service), ...rules }),
    heldOn: heldOn(hub, service),
  }));
  const pause = createYield();
  const days: Days = [];
  const offered: NonNullable<FreeTimes['offered']> = [];
  let weight = 0;
  let date = from > today ? from : today;
  for (; date < to && weight < mostWeight; date = addDays(date, 1)) {
    const free: Days[number]['free'] = [];
    for (const { hubServiceId, timesOn, heldOn } of starts) {
      const times = timesOn(date);
      if (times.length > 0) free.push({ hubServiceId, times });
      offered.push(...heldOn(date, times).map((one) => ({ ...one, date, hubServiceId })));
      await pause();
    }
    if (free.length > 0) days.push({ date, free });
    weight += weightOf(free);
  }
  return { days, ...(offered.length > 0 && { offered }), until: date < to ? date : to };
};

/** Query of the times at which staff can book a service, with any professional of a clinic. */
export const freeTimesHandlers = ({ pool, clock, zones, settled }: Dependencies) =>
  ({
    getFreeTimes: async ({ params: { clinicId }, query: { proId, ...question }, caller }) => {
      await settled();
      const books = booksFor(await membershipsOf(pool, proOf(caller).proId), clinicId);
      if (!books || parentOf(question.clinicServiceId) !== clinicId) throw new Rejection('not-found');
      const now = clock().getTime();
      const facts = await readStaffFacts(pool, { clinicId, ...question }, now);
      const hubs = (facts?.hubs ?? []).filter(
        (hub) => (books === 'all' || books.hubId === hub.hub_id) && hub.pro_id === (proId ?? hub.pro_id),
      );
      const offers = hubs.flatMap((hub) => offersAt(hub, facts?.services ?? [], question));
      const professionals = offers.map(professionalOf);
      if (!facts || offers.length === 0)
        return { message: 'Free times', data: { professionals, days: [], until: question.to } };
      const situation = { facts, zone: zones(facts.timezone), now };
      const range = { ...question, held: await readOffered(pool, clinicId, now) };
      return {
        message: 'Free times',
        data: { professionals, ...(await freeDays(situation, offers, range)) },
      };
    },
  }) satisfies Handlers;
