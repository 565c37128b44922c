import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { addDays } from '@visita/contracts/availability/zones';
import { expect, it, vi } from 'vitest';
import { openBackstage } from '../support/backstage.ts';
import { createClient, succeed } from '../support/http.ts';
import { dayAhead, openClinic, registerPro } from '../support/http-practice.ts';
import { removeData, startStack } from '../support/stack.ts';

const kills = 3;
const first = dayAhead(7);
const patient = { name: 'Renata', email: 'renata@example.com', prefix: '+39', phone: '3330004444' };

it('survives kill -9 while a series of a year is written: each visit exists once, or is named as not placed', async () => {
  const varDirectory = await mkdtemp(join(tmpdir(), 'visita-series-kill-'));
  const start = () => startStack({ VAR_DIRECTORY: varDirectory, RATE_LIMIT_FACTOR: '1000' });
  let stack = await start();
  try {
    const anna = await registerPro(createClient(stack.address), 'anna');
    const { clinicId, offers } = await openClinic(createClient(stack.address), anna, 'Roma');
    const { token, proId } = anna;
    await using backstage = await openBackstage(stack.place);
    await backstage.assignPremium(proId);
    const call = () => createClient(stack.address).call;
    // The clinic is closed on the second date, and another visit takes the last one before it is placed.
    const closed = addDays(first, 7);
    const period = { starting_date: `${closed}T00:00`, ending_date: `${closed}T23:59` };
    const body = { ...period, clinic_id: clinicId, title: 'Ponte', type: 'closing' } as const;
    await succeed(call()('planClosing', { body, token }));
    const series = {
      booking: { hubServiceId: offers[0] },
      patient,
      repeat: { first: `${first}T10:00`, unit: 'week' as const, every: 1, count: 52 },
      decisions: [{ date: `${closed}T10:00`, use: null }],
    };
    const { data } = await succeed(call()('planSeries', { body: series, token }));
    const last = addDays(first, 51 * 7);
    const taken = { booking: { hubServiceId: offers[0], date: `${last}T10:00` }, patient };
    await call()('placeBooking', { body: taken, token });
    const params = { id: data.id ?? '' };
    const shown = async () => (await succeed(call()('getSeries', { params, token }))).data;
    const waiting: number[] = [];
    for (let kill = 0; kill < kills; kill += 1) {
      await delay(50 + 50 * kill);
      const gone = once(stack.process, 'exit');
      stack.process.kill('SIGKILL');
      await gone;
      stack = await start();
      waiting.push((await shown()).visits.filter(({ state }) => state === 'waiting').length);
    }
    const done = await vi.waitUntil(
      async () => {
        const now = await shown();
        return now.done && now;
      },
      { timeout: 60_000, interval: 200 },
    );
    const placed = done.visits.filter(({ state }) => state === 'placed');
    const missing = done.visits.filter(({ state }) => state === 'not-placed');
    expect(placed.length + missing.length).toBe(51);
    expect(missing.every(({ reason }) => reason === 'taken')).toBe(true);
    expect(missing.length).toBeLessThanOrEqual(1);
    expect(new Set(placed.map(({ date }) => date.slice(11)))).toEqual(new Set(['10:00']));
    // A kill came while visits were still to be placed.
    expect(waiting[0]).toBeGreaterThan(0);
    await vi.waitFor(async () => {
      const query = { from: first, to: addDays(last, 1) };
      const calendar = await succeed(call()('getProCalendar', { params: { proId }, query, token }));
      const booked = calendar.data.bookings.filter((booking) => booking.series?.id === params.id);
      expect(booked.map(({ date }) => date.slice(0, 16)).toSorted()).toEqual(
        placed.map(({ date }) => date.slice(0, 16)),
      );
    }, 30_000);
  } finally {
    await stack.stop();
    await removeData(varDirectory);
  }
}, 600_000);
