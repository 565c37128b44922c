import { expect, vi } from 'vitest';
import { succeed } from '../../support/http.ts';
import { dayAhead } from '../../support/http-practice.ts';
import type { Scene } from './scene.ts';

/** A professional books three visits of a patient, a week apart; moves the last two and cancels them. */
export const repeatVisits = async ({ client: { call }, anna: { token, proId }, clinic }: Scene) => {
  const patient = { name: 'Renata', email: 'renata@example.com', prefix: '+39', phone: '3330004444' };
  const repeat = { first: `${dayAhead(20)}T09:00`, unit: 'week', every: 1, count: 3 } as const;
  const body = { booking: { hubServiceId: clinic.offers[0] }, patient, repeat };
  const preview = await succeed(call('planSeries', { body: { ...body, preview: true }, token }));
  expect(preview.data).toMatchObject({ id: null, visits: [{ state: 'free' }, {}, {}] });
  const { data } = await succeed(call('planSeries', { body, token }));
  const params = { id: data.id! };
  const visits = await vi.waitUntil(async () => {
    const shown = await succeed(call('getSeries', { params, token }));
    return shown.data.done && shown.data.visits;
  }, 20_000);
  expect(visits.map(({ state }) => state)).toEqual(['placed', 'placed', 'placed']);
  await vi.waitFor(async () => {
    const calendar = await succeed(call('getProCalendar', { params: { proId }, token }));
    const booked = calendar.data.bookings.filter(({ series }) => series?.id === params.id);
    expect(booked.map(({ series }) => [series?.nth, series?.of])).toEqual([
      [1, 3],
      [2, 3],
      [3, 3],
    ]);
  }, 20_000);
  const changed = (state: 'placed' | 'cancelled', time: string) =>
    vi.waitFor(async () => {
      const shown = await succeed(call('getSeries', { params, token }));
      const now = shown.data.visits.filter((visit) => visit.state === state && visit.date.slice(11) === time);
      expect(now.map(({ nth }) => nth)).toEqual([2, 3]);
    }, 20_000);
  const to = { from: 2, date: `${dayAhead(28)}T11:00` };
  const asked = await succeed(call('moveSeries', { params, body: { ...to, preview: true }, token }));
  expect(asked.data).toMatchObject({ id: null, visits: [{ state: 'free' }, { state: 'free' }] });
  await succeed(call('moveSeries', { params, body: to, token }));
  await changed('placed', '11:00');
  const cancelled = await succeed(call('cancelSeries', { params, query: { from: '2' }, token }));
  expect(cancelled.data).toEqual({ ...params, cancelled: 2 });
  await changed('cancelled', '11:00');
};
