import type { RecordedEvent } from '@visita/contracts/envelope';
import {
  historyMaximum,
  type BookingChange,
  type BookingHistory,
  type BookingStep,
} from '@visita/contracts/booking/history';
import { isEvent, type DomainEvent } from '@visita/contracts/events';
import type { ActingMember } from '@visita/contracts/clinic/acting';
import { proOfActor } from '@visita/contracts/envelope';
import { Rejection } from '@visita/contracts/problem';
import { proOf } from '@visita/platform/auth/caller';
import type { EventStore } from '@visita/platform/event-store/port';
import type { Handlers } from '@visita/platform/http/calls';
import type { AnyRow } from '@visita/platform/projection/table';
import { shown } from '@visita/read-model/booking/queries';
import type { bookings } from '@visita/read-model/booking/tables';
import { readActing } from '@visita/read-model/clinic/acting';
import { select } from '@visita/read-model/query';
import { membershipsOf, seesCalendar, seesOwnBookings } from '../clinic/membership.ts';
import type { Dependencies } from '../dependencies.ts';
import { found } from '../rows.ts';

const steps: Readonly<Record<string, BookingStep>> = {
  BookingPlaced: 'placed',
  BookingConfirmed: 'confirmed',
  BookingMoved: 'moved',
  PatientArrived: 'arrived',
  BookingAttended: 'attended',
  BookingMissed: 'missed',
  AttendanceCorrected: 'corrected',
};

const stepOf = (event: RecordedEvent): BookingStep | undefined =>
  isEvent(event, 'VisitAnswered') ? event.data.answer : steps[event.type];

type Row = Pick<AnyRow<typeof bookings>, 'pro_id' | 'clinic_id' | 'timezone' | 'sequence'>;

const bookingById = {
  name: 'booking-of-history',
  text: `select pro_id, clinic_id, timezone, sequence from read.bookings b where booking_id = $1 and ${shown('b')}`,
};

type Actor = RecordedEvent['metadata']['actor'];

const byOf = (actor: Actor, members: ReadonlyMap<string, ActingMember>) => {
  const proId = proOfActor(actor);
  if (proId !== null) return { by: 'member' as const, member: members.get(proId) ?? null };
  const patient = actor === 'anonymous' || actor.startsWith('patient:');
  return { by: patient ? ('patient' as const) : ('product' as const), member: null };
};

type Moved = Extract<DomainEvent, { type: 'BookingMoved' }>['data'];
type Names = {
  readonly members: ReadonlyMap<string, ActingMember>;
  readonly iso: (instant: string) => string;
};

/** Returns what a move changed. Professionals without a name are left out, and an unknown former service. */
const changedBy = (moved: Moved, service: string | undefined, { members, iso }: Names): BookingChange => {
  const pair = (from: string | undefined, to: string | undefined) =>
    from && to && from !== to ? { from, to } : null;
  const nameOf = (id: string) => members.get(id)?.name;
  const { previous } = moved;
  const start = pair(iso(previous.start), iso(moved.start));
  const professional = pair(nameOf(previous.proId), nameOf(moved.proId));
  const named = pair(service, moved.service.serviceName);
  return { ...(start && { start }), ...(professional && { professional }), ...(named && { service: named }) };
};

/** Returns the professionals of an event: its actor, and those before and after a move. */
const prosIn = (event: RecordedEvent): string[] => [
  ...[proOfActor(event.metadata.actor) ?? []].flat(),
  ...(isEvent(event, 'BookingMoved') ? [event.data.proId, event.data.previous.proId] : []),
];

type Deps = Pick<Dependencies, 'pool' | 'zones' | 'settled'> & {
  readonly store: Pick<EventStore, 'readStream'>;
};

/** Returns the handler of a booking's history, for those who see the booking in their calendar. */
export const bookingHistoryHandlers = ({ pool, zones, settled, store }: Deps) => {
  const seen = async (id: string, proId: string): Promise<Row> => {
    const row = found((await select<Row>(pool, bookingById, [id]))[0]);
    const here = (await membershipsOf(pool, proId)).filter((one) => one.clinic_id === row.clinic_id);
    const sees = here.some(seesCalendar) || (row.pro_id === proId && here.some(seesOwnBookings));
    if (!sees) throw new Rejection('not-found');
    return row;
  };
  return {
    getBookingHistory: async ({ params: { id }, caller }) => {
      await settled();
      const row = await seen(id, proOf(caller).proId);
      const from = Math.max(0, row.sequence - historyMaximum + 1);
      const events = await store.readStream(`booking-${id}`, from, historyMaximum);
      const proIds = new Set(events.flatMap(prosIn));
      const members = await readActing(pool, row.clinic_id, [...proIds]);
      const zone = zones(row.timezone);
      let service: string | undefined;
      const data = events.flatMap((event): BookingHistory => {
        const { actor, time } = event.metadata;
        const step = stepOf(event);
        const before = service;
        if (isEvent(event, 'BookingPlaced') || isEvent(event, 'BookingMoved'))
          service = event.data.service.serviceName;
        if (!step) return [];
        const moved = isEvent(event, 'BookingMoved') && {
          changed: changedBy(event.data, before, { members, iso: zone.offsetIso }),
        };
        return [{ step, time: zone.offsetIso(time), ...byOf(actor, members), ...moved }];
      });
      return { message: 'History', data };
    },
  } satisfies Handlers;
};
