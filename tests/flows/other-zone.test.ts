import { expect, it } from 'vitest';
import { openBackstage } from '../support/backstage.ts';
import { usePractice } from '../support/hooks.ts';
import { succeed } from '../support/http.ts';
import { dayAhead } from '../support/http-practice.ts';
import { lookInside } from '../support/inside.ts';

const practice = usePractice();
const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);
const hour = 3_600_000;
const place = { city: 'Adeje', address: 'Calle Mayor 1', postalCode: '38670' };
const islands = { ...place, provinceId: 'ES-TF' };

it('a clinic that moves to another zone keeps its local hours, and its visits keep their instant until moved', async () => {
  const { client, anna, clinic, stack } = practice();
  const { call } = client;
  const { token, proId } = anna;
  await using inside = await lookInside(stack.place);
  await using backstage = await openBackstage(stack.place);
  await backstage.assignPremium(proId);
  const [visitDay, closedDay, awayDay] = [dayAhead(5), dayAhead(10), dayAhead(12)];
  const stretch = (day: string) => ({
    title: 'Ponte',
    starting_date: `${day}T00:00`,
    ending_date: `${day}T23:59`,
  });
  const book = async (time: string, name: string) => {
    const booking = { hubServiceId: clinic.offers[0], date: `${visitDay}T${time}` };
    const patient = { name, email: `${name}@example.com`, prefix: '+39', phone: '3330001111' };
    return (await succeed(call('placeBooking', { body: { booking, patient }, token }))).data;
  };
  // Adjacent visits: each has to wait for the next one to leave.
  const [first, last] = [await book('09:00', 'carla'), await book('09:30', 'dora')] as const;
  const visits = [first, last];
  const closing = { ...stretch(closedDay), clinic_id: clinic.clinicId, type: 'closing' } as const;
  const { data: closed } = await succeed(call('planClosing', { body: closing, token }));
  const vacation = { ...stretch(awayDay), hub_id: clinic.hubId, type: 'vacation' } as const;
  const { data: away, position } = await succeed(call('planVacation', { body: vacation, token }));

  const free = async (from: string) => {
    const query = { hubServiceId: clinic.offers[0], from: dayAhead(9), to: dayAhead(13) };
    const asked = { params: { clinicId: clinic.clinicId }, query, from };
    const { data } = await succeed(call('getBookingAvailabilities', asked));
    return data.map(({ date, bookingAvailabilities: rows }) => [
      date,
      rows.map(({ availabilities }) => availabilities),
    ]);
  };
  const before = await free(position!);
  expect(before.map(([date]) => date)).toEqual([9, 11, 13].map(dayAhead));

  const affected = async (province_id: string) => {
    const query = { clinic_id: clinic.clinicId, province_id };
    return ids((await succeed(call('getAffected', { query, token }))).data);
  };
  // The list is read from an index that is updated asynchronously.
  await expect.poll(() => affected('ES-TF'), { timeout: 30_000 }).toEqual(ids(visits));
  expect(await affected('DE-BE')).toEqual([]);

  const params = { id: clinic.clinicId };
  const saved = await succeed(call('updateClinic', { params, body: { ...islands, name: 'Studio' }, token }));
  const calendar = async (from: string) =>
    (await succeed(call('getProCalendar', { params: { proId }, token, from }))).data;
  const shown = await calendar(saved.position!);
  expect(await free(saved.position!)).toEqual(before);
  const walls = [...shown.clinicInactivities, ...shown.hubInactivities].map((one) => [
    one.starting_date,
    one.ending_date,
  ]);
  expect(walls).toEqual([closed, away].map((one) => [one.starting_date, one.ending_date]));
  expect(shown.bookings.map(({ date }) => date)).toEqual(visits.map(({ date }) => date));

  const at = (time: string) => ({ date: `${visitDay}T${time}`, hub_service_id: clinic.offers[0] });
  const move = (id: string, time: string) => call('editBooking', { params: { id }, body: at(time), token });
  const moved = [await succeed(move(last.id, '09:30')), await succeed(move(first.id, '09:00'))];
  expect(moved.map(({ data }) => [data.date, data.timezone])).toEqual(
    ['09:30', '09:00'].map((time) => [expect.stringContaining(`${visitDay}T${time}:00`), 'Atlantic/Canary']),
  );
  expect(Date.parse(moved[1]!.data.date) - Date.parse(first.date)).toBe(hour);
  const mailed = async () =>
    (await inside.pool.query(`select from notifier.outbox where name = 'moved' and state <> 'dropped'`))
      .rowCount;
  await expect.poll(mailed, { timeout: 30_000 }).toBe(2);
}, 120_000);
