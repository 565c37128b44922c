import { addDays } from '@visita/contracts/availability/zones';
import { datesOf } from '@visita/contracts/series/rule';
import { expect, it } from 'vitest';
import { openBackstage } from '../support/backstage.ts';
import { usePractice } from '../support/hooks.ts';
import { succeed } from '../support/http.ts';
import { dayAhead } from '../support/http-practice.ts';
import { lookInside } from '../support/inside.ts';

const practice = usePractice({ PRO_BOOKINGS_PER_DAY: '11', RATE_LIMIT_FACTOR: '1', TRUST_PROXY: 'loopback' });
const patient = { name: 'Renata', email: 'renata@example.com', prefix: '+39', phone: '3330004444' };

it('plans ten series of 52 dates a day, each of which counts as one booking, and refuses one more date', async () => {
  const { stack, client, anna, clinic } = practice();
  await using backstage = await openBackstage(stack.place);
  await backstage.assignPremium(anna.proId);
  await using inside = await lookInside(stack.place);
  const { token } = anna;
  const booking = { hubServiceId: clinic.offers[0] };
  const plan = (first: string, count: number) => {
    const repeat = { first, unit: 'week' as const, every: 1, count };
    // Dates that are left out count too, because each date is checked.
    const others = datesOf({ ...repeat, weekdays: [] }).slice(1);
    const decisions = others.map((date) => ({ date, use: null }));
    return client.call('planSeries', { body: { booking, patient, repeat, decisions }, token });
  };
  for (let nth = 0; nth < 10; nth += 1)
    // oxlint-disable-next-line no-await-in-loop -- the dates are counted in order
    await succeed(plan(`${addDays(dayAhead(7), nth)}T10:00`, 52));
  const plannedInStore = async () =>
    (await inside.events()).filter(({ type }) => type === 'SeriesPlanned').length;
  expect(await plannedInStore()).toBe(10);
  expect((await plan(`${dayAhead(17)}T11:00`, 1)).status).toBe(429);
  expect(await plannedInStore()).toBe(10);
  const preview = { booking, dates: [`${dayAhead(18)}T11:00`], preview: true };
  await succeed(client.call('planSeries', { body: preview, token }));
  const place = (hour: string) => {
    const body = { booking: { ...booking, date: `${dayAhead(5)}T${hour}:00`, proNotes: '' }, patient };
    return client.call('placeBooking', { body, token });
  };
  expect((await place('15')).status).toBe(200);
  expect((await place('16')).status).toBe(429);
});
