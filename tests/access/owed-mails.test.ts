import { expect, it } from 'vitest';
import { openBackstage } from '../support/backstage.ts';
import { useProduct } from '../support/hooks.ts';
import { succeed } from '../support/http.ts';
import { dayAhead, openClinic } from '../support/http-practice.ts';
import { lookInside } from '../support/inside.ts';
import { registerProven } from '../support/proven.ts';

const product = useProduct({ TRUST: 'strict' });

/** Mails a day from one account to one recipient. */
const limit = 12;

it('mails patients about a closing or vacation beyond the daily limit, and about nothing else', async () => {
  const { client, stack } = product();
  const backstage = await openBackstage(stack.place);
  await using inside = await lookInside(stack.place);
  const anna = await registerProven(product(), 'anna');
  await backstage.assignPremium(anna.proId);
  await backstage.close();
  const { token } = anna;
  const { clinicId, hubId, offers } = await openClinic(client, anna, 'Studio Roma');
  const place = async (day: number) => {
    const booking = { hubServiceId: offers[0], date: `${dayAhead(day)}T09:00` };
    const patient = { name: 'Carla', email: 'carla@example.com', prefix: '+39', phone: '3330001111' };
    return (await succeed(client.call('placeBooking', { body: { booking, patient }, token }))).data.id;
  };
  const days = Array.from({ length: limit }, (_, index) => index + 2);
  const [closed, away, kept] = (await Promise.all(days.map(place))) as [string, string, string];
  const stateOf = async (name: string, about: string) => {
    const sql = "select state from notifier.outbox where name = $1 and payload->>'about' = $2";
    return (await inside.pool.query<{ state: string }>(sql, [name, about])).rows.map(({ state }) => state);
  };
  const wholeDay = (day: number) => ({
    starting_date: `${dayAhead(day)}T00:00`,
    ending_date: `${dayAhead(day + 1)}T00:00`,
  });
  const closing = { title: 'Lavori', ...wholeDay(2), clinic_id: clinicId, type: 'closing' } as const;
  await succeed(client.call('planClosing', { body: closing, token }));
  const vacation = { title: 'Ferie', ...wholeDay(3), hub_id: hubId, type: 'vacation' } as const;
  await succeed(client.call('planVacation', { body: vacation, token }));

  await succeed(client.call('deleteBooking', { params: { id: closed }, token }));
  const later = { date: `${dayAhead(30)}T09:00`, hub_service_id: offers[0] };
  await succeed(client.call('editBooking', { params: { id: away }, body: later, token }));
  await succeed(client.call('deleteBooking', { params: { id: kept }, token }));
  const states = () =>
    Promise.all([stateOf('cancelled', closed), stateOf('moved', away), stateOf('cancelled', kept)]);
  await expect.poll(states, { timeout: 120_000 }).toEqual([['sent'], ['sent'], ['dropped']]);
}, 240_000);
