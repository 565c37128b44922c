import type { BookingHistory } from '@visita/contracts/booking/history';
import { historyMaximum } from '@visita/contracts/booking/history';
import type { Actor } from '@visita/contracts/envelope';
import type { DomainEvent } from '@visita/contracts/events';
import { recorded, sample, sampleId, sampleIds } from '@visita/contracts/samples';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createQueryWorld, type QueryWorld } from '../support/query-world.ts';
import { guestAccepts, sampleClinic } from '../support/sample-clinic.ts';

const { booking: id, clinic: clinicId, owner, guest, stranger } = sampleIds;
const desk = sampleId(1, 30);
const deskHub = sampleId(3, 30);
const placed = sample('BookingPlaced', { confirmBy: null });

let world: QueryWorld;
beforeEach(async () => {
  world = await createQueryWorld({ now: '2026-11-20T08:00:00.000Z' });
  await world.given(
    ...sampleClinic,
    guestAccepts,
    sample('ProSignedUp', { proId: desk, email: 'marta@example.com', username: 'marta' }),
    sample('PersonalDataSaved', {
      proId: desk,
      profile: { name: 'Marta', lastname: 'Villa', prefix: '+39', phone: '3331112222' },
    }),
    sample('CollaboratorInvited', { hubId: deskHub, proId: desk, role: 'reception', status: 'active' }),
  );
});
afterEach(() => world.close());

/** Stores the booking's events, each with its actor, and shows the booking in the calendar. */
const happened = async (...steps: readonly [DomainEvent, Actor][]): Promise<void> => {
  const stream = `booking-${id}`;
  const events = recorded(steps.map(([event]) => event));
  const withActors = events.map((event, index) => ({
    ...event,
    stream,
    metadata: { ...event.metadata, actor: steps[index]![1] },
  }));
  world.stored.set(stream, withActors);
  await world.given(placed);
};
const historyFor = async (caller: string) =>
  (await world.ask('getBookingHistory', { params: { id }, caller })).data as BookingHistory;
const doers = (history: BookingHistory) => history.map(({ by, member }) => member ?? by);

test('names the reception by its first name and professionals by their full name', async () => {
  await happened([placed, `pro:${desk}`], [sample('BookingMoved'), `pro:${owner}`]);
  expect(await historyFor(owner)).toEqual([
    {
      step: 'placed',
      time: '2026-11-20T09:00:00+01:00',
      by: 'member',
      member: { role: 'reception', name: 'Marta' },
    },
    expect.objectContaining({ step: 'moved', member: { role: 'owner', name: 'Anna Rossi' } }),
  ]);
});

test('says what a move changed: start, professional and service', async () => {
  const { service } = placed.data;
  const moved = sample('BookingMoved', {
    proId: guest,
    service: { ...service, serviceName: 'Controllo' },
    start: '2026-11-24T10:30:00.000Z',
    previous: { ...sample('BookingMoved').data.previous, proId: owner, start: '2026-11-23T08:00:00.000Z' },
  });
  const again = sample('BookingMoved', { ...moved.data, previous: { ...moved.data.previous, proId: guest } });
  await happened([placed, `pro:${desk}`], [moved, `pro:${desk}`], [again, `pro:${desk}`]);
  const start = { from: '2026-11-23T09:00:00+01:00', to: '2026-11-24T11:30:00+01:00' };
  const [first, second, third] = await historyFor(owner);
  expect(first).not.toHaveProperty('changed');
  expect(second?.changed).toEqual({
    start,
    professional: { from: 'Anna Rossi', to: expect.stringMatching(/^Bruno/) },
    service: { from: service.serviceName, to: 'Controllo' },
  });
  expect(third?.changed).toEqual({ start });
});

test('a patient and the product are not members', async () => {
  await happened([placed, 'anonymous'], [sample('BookingAttended'), 'process:attendance']);
  expect(doers(await historyFor(owner))).toEqual(['patient', 'product']);
});

test('keeps the role of a reception that was erased, without her name', async () => {
  await happened([placed, `pro:${desk}`]);
  await world.given(
    sample('CollaboratorArchived', { clinicId, hubId: deskHub, proId: desk }),
    sample('ProDeletionRequested', { proId: desk }),
  );
  expect(doers(await historyFor(owner))).toEqual([{ role: 'reception', name: '' }]);
});

test('does not name persons of other clinics', async () => {
  await happened([placed, `pro:${stranger}`]);
  expect(doers(await historyFor(owner))).toEqual([{ role: null, name: '' }]);
});

test('shows the latest steps of a long history', async () => {
  const moves = Array.from({ length: historyMaximum + 20 }, (): [DomainEvent, Actor] => [
    sample('BookingMoved'),
    `pro:${owner}`,
  ]);
  await happened([placed, `pro:${desk}`], ...moves);
  const revision = moves.length;
  await world.database.pool.query('update read.bookings set sequence = $1', [revision]);
  const history = await historyFor(owner);
  expect([history.length, history[0]?.step]).toEqual([historyMaximum, 'moved']);
});

test('is hidden from those who do not see the booking', async () => {
  await happened([placed, `pro:${desk}`]);
  await expect(historyFor(guest)).rejects.toMatchObject({ code: 'not-found' });
  await expect(historyFor(stranger)).rejects.toMatchObject({ code: 'not-found' });
  expect(await historyFor(desk)).toHaveLength(1);
});
