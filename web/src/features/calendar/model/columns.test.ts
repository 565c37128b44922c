import type { ClinicView, HubView } from '@visita/contracts/clinic/views';
import type { Pro } from '@visita/contracts/pro/views';
import { describe, expect, it } from 'vitest';
import type { Entry } from './calendar-events.ts';
import { byDayOf, columnsOf, contentOf, firstMinute, hoursOf, outside, professionalsOf } from './columns.ts';

const viewer = { id: 'anna', email: 'anna@example.com' } as Pro;
const hours = (working_day: number, starting_hour: string, ending_hour: string) =>
  ({ working_day, starting_hour, ending_hour }) as HubView['availabilities'][number];
const hub = (proId: string, name: string, changes: Partial<HubView> = {}): HubView =>
  ({
    id: `hub of ${proId}`,
    clinicId: 'rome',
    proId,
    status: 'active',
    role: 'guest',
    pro: { name, lastname: 'Rossi', email: '', phone: null },
    services: [],
    day_hours: [],
    availabilities: [hours(1, '14:00', '18:00'), hours(1, '09:00', '13:00')],
    ...changes,
  }) as HubView;
const clinic = (hubs: HubView[], changes: Partial<ClinicView> = {}): ClinicView =>
  ({ id: 'rome', owner_id: 'anna', hubs, ...changes }) as ClinicView;

const rome = clinic([hub('zoe', 'Zoe'), hub('bruno', 'Bruno'), hub('anna', 'Anna', { role: 'owner' })]);
const [monday, tuesday] = ['2026-11-23', '2026-11-24'];
const days = { from: monday, to: '2026-11-25' };
const everybody = professionalsOf([rome], viewer);

describe('professionals', () => {
  it('have a fixed order, the viewer first, and a colour each', () =>
    expect(everybody).toEqual([
      { id: 'anna', name: 'Anna Rossi', colour: 0 },
      { id: 'bruno', name: 'Bruno Rossi', colour: 1 },
      { id: 'zoe', name: 'Zoe Rossi', colour: 2 },
    ]));

  it('are only oneself for a guest, and exclude former ones', () => {
    const elsewhere = clinic([hub('anna', 'Anna'), hub('carla', 'Carla')], { owner_id: 'carla' });
    expect(professionalsOf([elsewhere], viewer).map(({ id }) => id)).toEqual(['anna']);
    const left = clinic([hub('anna', 'Anna'), hub('bruno', 'Bruno', { status: 'archived' })]);
    expect(professionalsOf([left], viewer).map(({ id }) => id)).toEqual(['anna']);
  });
});

describe('columns', () => {
  it('are days, or professionals of each day', () => {
    const keys = (apart: boolean) =>
      columnsOf({ days, professionals: everybody, apart }).map(({ key }) => key);
    expect(keys(false)).toEqual([monday, tuesday]);
    expect(keys(true)).toEqual(
      [monday, tuesday].flatMap((day) => ['anna', 'bruno', 'zoe'].map((id) => `${day} ${id}`)),
    );
  });

  it('have the hours of their professionals, in order, and none on other days', () => {
    const hubs = [hub('bruno', 'Bruno'), hub('zoe', 'Zoe', { availabilities: [hours(1, '12:30', '15:00')] })];
    const [, bruno] = everybody;
    expect(hoursOf({ day: monday, pro: bruno ?? null }, hubs)).toEqual([
      { start: 540, end: 780 },
      { start: 840, end: 1080 },
    ]);
    expect(hoursOf({ day: monday, pro: null }, hubs), 'what touches is one').toEqual([
      { start: 540, end: 1080 },
    ]);
    expect(hoursOf({ day: tuesday, pro: null }, hubs)).toEqual([]);
    expect(hoursOf({ day: monday, pro: null }, [])).toBeNull();
  });

  it('shade the rest of the day', () => {
    expect(outside([{ start: 540, end: 780 }])).toEqual([
      { start: 0, end: 540 },
      { start: 780, end: 1440 },
    ]);
    expect(outside([])).toEqual([{ start: 0, end: 1440 }]);
  });
});

const entry = (id: string, proId: string | null, start: string, end: string): Entry =>
  ({ id, proId, clinicId: 'rome', start, end, movable: true }) as Entry;

describe('content of a column', () => {
  const entries = {
    bookings: [
      entry('b', 'bruno', `${monday}T10:00`, `${monday}T10:30`),
      entry('night', 'anna', `${monday}T23:30`, `${tuesday}T00:30`),
    ],
    behind: [
      entry('closing', null, `${monday}T12:00`, `${tuesday}T00:00`),
      entry('away', 'zoe', `${monday}T00:00`, '2026-11-26T00:00'),
    ],
    blocks: [],
    taken: [entry('held', 'bruno', `${tuesday}T09:00`, `${tuesday}T09:30`)],
  };
  const drawn = { ...entries, byDay: byDayOf(entries), order: everybody.map(({ id }) => id) };
  const of = (apart: boolean, works = 'rome') => {
    const columns = columnsOf({ days, professionals: everybody, apart });
    const content = contentOf(columns, drawn, () => new Set([works]));
    return columns.map(({ key }, index) => {
      const { entries: timed = [], behind = [] } = content[index] ?? {};
      const parts = [...timed, ...behind].map(({ entry: { id }, start, end }) => `${id} ${start}–${end}`);
      return `${key}: ${parts.join(', ')}`;
    });
  };

  it('is everything on its day', () =>
    expect(of(false)).toEqual([
      `${monday}: b 600–630, night 1410–1440, closing 720–1440, away 0–1440`,
      `${tuesday}: night 0–30, away 0–1440, held 540–570`,
    ]));

  it('is its professional’s entries, and the clinic’s where they work', () => {
    expect(of(true).slice(0, 3)).toEqual([
      `${monday} anna: night 1410–1440, closing 720–1440`,
      `${monday} bruno: b 600–630, closing 720–1440`,
      `${monday} zoe: closing 720–1440, away 0–1440`,
    ]);
    expect(of(true, 'elsewhere')[1]).toBe(`${monday} bruno: b 600–630`);
  });

  it('begins with the first entry or opening hour', () => {
    const content = contentOf(
      columnsOf({ days, professionals: [], apart: false }).slice(0, 1),
      drawn,
      () => new Set(),
    );
    expect(firstMinute(content, [[{ start: 660, end: 700 }]])).toBe(600);
    expect(firstMinute(content, [[{ start: 540, end: 700 }]])).toBe(540);
    expect(firstMinute([], [null]), 'or at eight').toBe(480);
    expect(firstMinute([], [[{ start: 0, end: 1440 }]]), 'not at midnight').toBe(480);
    expect(firstMinute(content, [[{ start: 0, end: 1440 }]]), 'not at midnight').toBe(600);
  });
});
