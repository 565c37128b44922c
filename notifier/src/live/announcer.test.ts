import type { BookingView } from '@visita/contracts/booking/views';
import { type Notice, publishedTypes } from '@visita/contracts/notice';
import { describe, expect, test } from 'vitest';
import { createAnnouncer, type LiveReads } from './announcer.ts';
import { heardTypes } from './messages.ts';
import type { Delivery } from './sockets.ts';

const booking = (id: string, hubId = 'h1') =>
  ({ id, clinic_id: 'c', hubId, pro_notes: 'private' }) as BookingView;

let counter = 0;
const notice = (type: string, ids: Record<string, string>): Notice => ({
  id: `n${(counter += 1)}`,
  type,
  stream: 'x',
  revision: 1,
  position: '1',
  correlationId: 'r',
  time: '2026-11-20T09:00:00.000Z',
  ids: { clinicId: 'c', hubId: 'h1', ...ids },
});

const run = async (notices: Notice[], reads: Partial<LiveReads> = {}) => {
  const sent: Delivery[] = [];
  const replaced: string[] = [];
  const asked: (readonly string[])[] = [];
  const { announce } = createAnnouncer({
    sockets: { deliver: (delivery) => sent.push(delivery), replace: async (id) => void replaced.push(id) },
    reads: {
      bookings: async (ids) => {
        asked.push(ids);
        return ids.filter((id) => !id.startsWith('hidden')).map((id) => booking(id));
      },
      patients: async () => [],
      workplaces: async () => [],
      hubBefore: async () => undefined,
      waiting: async () => [],
      activities: async () => [],
      ...reads,
    },
  });
  await Promise.all(notices.map(announce));
  return { sent, replaced, asked };
};

describe('announcing', () => {
  test('handles exactly the event types that have messages', () => {
    expect([...heardTypes].toSorted()).toEqual([...publishedTypes].toSorted());
  });

  test.each([
    ['BookingPlaced', 'update_calendar'],
    ['BookingConfirmed', 'update_calendar'],
    ['BookingMoved', 'edit_booking'],
    ['BookingHandedOver', 'edit_booking'],
    ['BookingNoted', 'edit_booking'],
    ['BookingOrphaned', 'edit_booking'],
    ['BookingPatientErased', 'edit_booking'],
  ])("%s gives %s, with notes to the hub's own room only", async (type, event) => {
    const { sent } = await run([notice(type, { bookingId: 'b1' })]);
    expect(sent).toEqual([
      { rooms: ['clinic:c:hub:h1'], event, payload: booking('b1') },
      {
        rooms: ['clinic:c:staff'],
        except: ['clinic:c:hub:h1'],
        event,
        payload: { ...booking('b1'), pro_notes: '' },
      },
    ]);
  });

  test('a hold that starts or ends only makes calendars refresh', async () => {
    const { sent } = await run([
      notice('BookingPlaced', { bookingId: 'hidden' }),
      notice('BookingLapsed', { bookingId: 'hidden' }),
    ]);
    const rooms = ['clinic:c:staff', 'clinic:c:hub:h1'];
    expect(sent).toEqual([{ rooms, event: 'refresh_calendar', payload: { clinic_id: 'c' } }]);
  });

  test("changes of tags and notes reach only the pro's own sockets, once", async () => {
    const workplaces = async () => [{ proId: 'p', clinicId: 'c', hubId: 'h1' }];
    const { sent } = await run(
      [
        notice('PatientTagsSet', { patientId: 'one', proId: 'p' }),
        notice('PatientNoteWritten', { patientId: 'other', proId: 'p' }),
      ],
      { workplaces },
    );
    const rooms = ['clinic:c:hub:h1'];
    expect(sent).toEqual([{ rooms, event: 'refresh_patients', payload: { pro_id: 'p' } }]);
  });

  test("a merge reaches the pro's own sockets and everyone who sees their bookings", async () => {
    const workplaces = async () => [{ proId: 'p', clinicId: 'c', hubId: 'h1' }];
    const merged = notice('PatientsMerged', { proId: 'p', keptId: 'one', absorbedId: 'other' });
    const { sent } = await run([merged], { workplaces });
    expect(sent).toEqual([
      { rooms: ['clinic:c:hub:h1'], event: 'refresh_patients', payload: { pro_id: 'p' } },
      {
        rooms: ['clinic:c:staff', 'clinic:c:hub:h1'],
        event: 'refresh_calendar',
        payload: { clinic_id: 'c' },
      },
    ]);
  });

  test('offers, entries and invitations reload what staff and the professionals concerned may read', async () => {
    const workplaces = async (proIds: readonly string[]) =>
      proIds.flatMap((proId) => ['c', 'd'].map((clinicId) => ({ proId, clinicId, hubId: `h-${proId}` })));
    const waiting = async () => ['p', 'q'];
    const { sent } = await run([notice('OfferMade', { proId: 'p' }), notice('RecallMade', { proId: 's' })], {
      workplaces,
      waiting,
    });
    expect(sent.map(({ rooms, event }) => [event, ...rooms])).toEqual([
      ['refresh_calendar', 'clinic:c:staff', 'clinic:c:hub:h-p', 'clinic:c:hub:h-q'],
      ['refresh_waiting_list', 'clinic:c:staff', 'clinic:c:hub:h-p', 'clinic:c:hub:h-q'],
      ['refresh_recalls', 'clinic:c:staff', 'clinic:c:hub:h-s'],
    ]);
    const urgent = await run([notice('WaitingUrgencySet', { proId: 'p' })], { workplaces, waiting });
    expect(urgent.sent.map(({ event }) => event)).toEqual(['refresh_waiting_list']);
  });

  test('a cancellation removes the booking', async () => {
    const { sent } = await run([notice('BookingCancelled', { bookingId: 'b1' })]);
    expect(sent).toEqual([
      {
        rooms: ['clinic:c:staff', 'clinic:c:hub:h1'],
        event: 'remove_booking',
        payload: { id: 'b1', clinic_id: 'c' },
      },
    ]);
  });

  test('a move to a colleague removes the booking from the guest who had it', async () => {
    const { sent } = await run([notice('BookingMoved', { bookingId: 'b1' })], {
      hubBefore: async () => 'h0',
    });
    expect(sent[0]).toEqual({
      rooms: ['clinic:c:hub:h0'],
      except: ['clinic:c:staff'],
      event: 'remove_booking',
      payload: { id: 'b1', clinic_id: 'c' },
    });
    expect(sent).toHaveLength(3);
  });

  test("a patient's contact is sent to the calendars that show them", async () => {
    const patient = { patient_id: 'p1', name: 'Ada', prefix: '+39', phone: '333' };
    const { sent } = await run([notice('PatientUpdated', { patientId: 'p1' })], {
      patients: async () => [
        {
          patient,
          places: [
            { clinicId: 'c', hubId: 'h1' },
            { clinicId: 'd', hubId: 'h2' },
          ],
        },
      ],
    });
    expect(sent).toEqual([
      {
        rooms: ['clinic:c:staff', 'clinic:c:hub:h1', 'clinic:d:staff', 'clinic:d:hub:h2'],
        event: 'update_patient',
        payload: patient,
      },
    ]);
  });

  test('closings go to the whole clinic, vacations to staff and the hub', async () => {
    const { sent } = await run([notice('ClosingPlanned', {}), notice('VacationCancelled', {})]);
    expect(sent.map(({ rooms, event }) => [event, ...rooms])).toEqual([
      ['refresh_calendar', 'clinic:c'],
      ['refresh_calendar', 'clinic:c:staff', 'clinic:c:hub:h1'],
    ]);
  });

  const told = ({ sent }: { sent: Delivery[] }) => sent.filter(({ event }) => event === 'refresh_notices');
  const refreshIn = (clinic: string, rooms: string[]) => ({
    rooms,
    event: 'refresh_notices',
    payload: { clinic_id: clinic },
  });
  const activities = async (positions: readonly string[]) => positions;

  test('an event with a notice reloads the notices of staff and professional, or of the professional alone', async () => {
    const [own, staff] = ['clinic:c:hub:h1', 'clinic:c:staff'];
    const confirmed = await run([notice('BookingConfirmed', { bookingId: 'b1' })], { activities });
    expect(told(confirmed)).toEqual([refreshIn('c', [staff, own])]);
    const series = await run([notice('SeriesPlaced', { seriesId: 's' })], { activities });
    expect(told(series)).toEqual([refreshIn('c', [staff, own])]);
    const blocked = await run([notice('TimeBlocked', { proId: 'p' })], { activities });
    expect(told(blocked)).toEqual([refreshIn('c', [own])]);
    const workplaces = async () => [{ proId: 'p', clinicId: 'd', hubId: 'h2' }];
    const lost = await run([notice('ExternalCalendarDisconnected', { proId: 'p' })], {
      activities,
      workplaces,
    });
    expect(lost.sent).toEqual([refreshIn('d', ['clinic:d:hub:h2'])]);
  });

  test('an event without a notice reloads no notices', async () => {
    expect(told(await run([notice('BookingMoved', { bookingId: 'b1' })]))).toEqual([]);
  });

  test('a change of the team reassigns the rooms of its listeners', async () => {
    const { replaced } = await run([notice('CollaboratorPaused', {}), notice('CollaboratorRoleChanged', {})]);
    expect(replaced).toEqual(['c']);
  });

  test('simultaneous notices share one read and send duplicate messages once', async () => {
    const { sent, asked } = await run([
      notice('BookingConfirmed', { bookingId: 'b1' }),
      notice('BookingPlaced', { bookingId: 'b2' }),
      notice('BookingConfirmed', { bookingId: 'b1' }),
    ]);
    expect(asked).toEqual([['b1', 'b2']]);
    expect(sent).toHaveLength(4);
  });

  test('a failed read sends nothing, so that the notice can be delivered again', async () => {
    const bookings = async () => Promise.reject(new Error('down'));
    await expect(run([notice('BookingConfirmed', { bookingId: 'b1' })], { bookings })).rejects.toThrow(
      'down',
    );
  });
});
