// @vitest-environment happy-dom
import { cleanup, fireEvent, renderHook, screen, within } from '@testing-library/react';
import type { BookingView, ProCalendar } from '@visita/contracts/booking/views';
import type { ClinicView, HubView } from '@visita/contracts/clinic/views';
import * as fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { addDays } from '../../lib/time/wall-clock.ts';
import {
  calendarOf,
  changes,
  clinicsOf,
  datesOf,
  daysIn,
  drawing,
  stretch,
  viewer,
  type Drawing,
} from '../../testing/random-calendar.ts';
import { show } from '../../testing/render.tsx';
import { Agenda } from './grid/agenda.tsx';
import { daysInSight, type CalendarView } from '../../lib/time/calendar-address.ts';
import { entriesOf, type Filters } from './model/calendar-events.ts';
import { drawnEnd } from './model/day-parts.ts';
import { TimeGrid } from './grid/time-grid.tsx';
import { WeekRows } from './grid/week-rows.tsx';
import { useCalendarContent } from './use-calendar-content.ts';

vi.mock('../../lib/api/client.ts', () => ({ call: vi.fn() }));
vi.mock('../../lib/data/calendar.api.ts', () => ({ dropBooking: vi.fn() }));

const handlers = { onOpen: () => undefined, onSpot: () => undefined, onMove: () => undefined };

const viewOf = (drawn: Drawing, view: CalendarView) => {
  const visible = daysInSight(view, addDays(drawn.change[1], drawn.day));
  return {
    pro: viewer,
    clinics: clinicsOf(drawn),
    calendar: calendarOf(drawn),
    filters: { clinicId: drawn.clinicId, proIds: drawn.proIds },
    visible,
    view,
    move: null,
    listed: false,
  };
};

const isInSight =
  ({ clinicId, proIds }: Filters) =>
  (one: { pro_id: string; clinic_id: string }): boolean =>
    (clinicId === null || clinicId === one.clinic_id) && (proIds.length === 0 || proIds.includes(one.pro_id));

/** Returns the ids of the response's entries on the visible days, filtered, with each of their days. */
const expectedIn = (drawn: Drawing, view: CalendarView): string[] => {
  const { calendar, filters, visible } = viewOf(drawn, view);
  return [...calendar.bookings, ...calendar.blocks, ...calendar.held]
    .filter(isInSight(filters))
    .flatMap((one) => daysIn(one, visible).map((day) => `${one.id} ${day}`))
    .toSorted();
};

/** Returns the ids of the response's closings and vacations on the visible days, filtered. */
const behindIn = (drawn: Drawing, view: CalendarView): string[] => {
  const { calendar, filters, visible } = viewOf(drawn, view);
  const { behind } = entriesOf(calendar, { viewer, filters, hubPros: new Map() });
  return behind
    .filter(({ start, end }) => start < `${visible.to}T00:00` && end > `${visible.from}T00:00`)
    .map(({ id }) => id)
    .toSorted();
};

const drawnIn = (drawn: Drawing, view: 'day' | 'week') => {
  const { result } = renderHook(() => useCalendarContent(viewOf(drawn, view)));
  const { columns, content } = result.current;
  const timed = columns.flatMap(({ day }, index) =>
    [...(content[index]?.entries ?? []), ...(content[index]?.behind ?? [])]
      .filter(({ entry: { kind } }) => !['closing', 'vacation', 'vacationOthers'].includes(kind))
      .map(({ entry: { id }, start, end }) => ({ id: `${id} ${day}`, start, end })),
  );
  const behind = content.flatMap((column) => column.behind.map(({ entry: { id } }) => id));
  return { columns, content, timed, behind };
};

const isBehind = (id: string) => /^(closing|vacation)/.test(id);

describe('random hubs and clock changes', () => {
  it.each(['day', 'week'] as const)(
    'draws every entry of the response in a %s, once on each of its days',
    (view) =>
      fc.assert(
        fc.property(drawing, (drawn) => {
          const { timed, behind } = drawnIn(drawn, view);
          expect(timed.map(({ id }) => id).toSorted()).toEqual(expectedIn(drawn, view));
          expect([...new Set(behind.filter(isBehind))].toSorted()).toEqual(behindIn(drawn, view));
          for (const { start, end } of timed) {
            expect(start).toBeGreaterThanOrEqual(0);
            expect(end).toBeGreaterThan(start);
            expect(end).toBeLessThanOrEqual(1440);
          }
          cleanup();
        }),
        { numRuns: 300 },
      ),
  );

  it('draws every entry of the response in the cells of a week by professional, and lists it', () => {
    localStorage.setItem('visita.calendar.week.anna', 'professionals');
    let compared = 0;
    fc.assert(
      fc.property(drawing, (drawn) => {
        const { result } = renderHook(() => useCalendarContent(viewOf(drawn, 'week')));
        fc.pre(result.current.layout === 'professionals');
        compared += 1;
        show(<WeekRows {...result.current} now="2026-11-23T08:00" loaded {...handlers} />);
        const cells = [...document.querySelectorAll<HTMLElement>('[data-cell]')];
        const idsOf = (cell: HTMLElement) =>
          [...cell.querySelectorAll<HTMLElement>('[data-bar]')].map(({ dataset }) => dataset['bar'] ?? '');
        const timed = cells.flatMap((cell) =>
          idsOf(cell)
            .filter((id) => !isBehind(id))
            .map((id) => `${id} ${cell.dataset['cell']?.slice(0, 10)}`),
        );
        const behind = new Set(cells.flatMap(idsOf).filter(isBehind));
        expect(timed.toSorted()).toEqual(expectedIn(drawn, 'week'));
        expect([...behind].toSorted()).toEqual(behindIn(drawn, 'week'));
        const full = cells.find((cell) => idsOf(cell).length > 0);
        if (full) {
          fireEvent.click(within(full).getByRole('button'));
          const list = within(full).getByRole('dialog');
          const rows = [...list.querySelectorAll('li, .agenda-behind')];
          expect(rows, 'a row for each bar').toHaveLength(idsOf(full).length);
        }
        cleanup();
      }),
      { numRuns: 12 },
    );
    localStorage.clear();
    expect(compared).toBe(12);
  });

  it('keeps orphans out of professionals’ columns', () =>
    fc.assert(
      fc.property(drawing, (drawn) => {
        const { columns, content } = drawnIn({ ...drawn, proIds: [] }, 'day');
        if (columns.length < 2) return;
        content.forEach(({ entries }, index) => {
          const orphans = entries.filter(({ entry: { kind } }) => kind === 'orphan');
          if (columns[index]?.pro?.state !== 'unassigned') expect(orphans).toEqual([]);
        });
        cleanup();
      }),
      { numRuns: 100 },
    ));

  it('lists every entry of the response in the agenda', () =>
    fc.assert(
      fc.property(drawing, (drawn) => {
        const { calendar, filters, visible } = viewOf(drawn, 'agenda');
        const entries = entriesOf(calendar, { viewer, filters, hubPros: new Map() });
        show(
          <Agenda
            days={visible}
            entries={entries}
            today=""
            loaded
            colourOf={() => 0}
            onOpen={() => undefined}
          />,
        );
        const rows = screen.queryAllByRole('region').flatMap((day) =>
          within(day)
            .queryAllByRole('listitem')
            .map(() => day.dataset['date'])
            .filter(Boolean),
        );
        const expected = expectedIn(drawn, 'agenda').map((id) => id.slice(-10));
        expect(rows).toEqual(expected.toSorted());
        cleanup();
      }),
      { numRuns: 40 },
    ));

  it('gives each month entry an end after its start, on no more days than its instants', () =>
    fc.assert(
      fc.property(fc.constantFrom(...changes), stretch, (change, when) => {
        const dates = datesOf(change, when);
        const last = daysIn(dates, { from: '', to: '9999' }).at(-1);
        const clock = {
          from: Date.parse(dates.date),
          until: Date.parse(dates.ending_date),
          timezone: change[0],
        };
        const start = dates.date.slice(0, 16);
        const even = dates.date.slice(19) === dates.ending_date.slice(19);
        const end = drawnEnd({
          start,
          end: dates.ending_date.slice(0, 16),
          ...(even ? {} : { clockChange: clock }),
        });
        expect(end > start).toBe(true);
        expect(end.endsWith('T00:00') ? addDays(end.slice(0, 10), -1) : end.slice(0, 10)).toBe(last);
      }),
    ));
});

describe('a column', () => {
  const visit = (id: string, changes: Partial<BookingView>) =>
    ({
      id,
      date: '2026-11-23T09:00:00+01:00',
      ending_date: '2026-11-23T09:30:00+01:00',
      timezone: 'Europe/Rome',
      status: 'confirmed',
      service: 'Visita',
      clinic_id: 'rome',
      doctor_name: 'Bruno Rossi',
      doctor_role: 'guest',
      patient_name: 'Carla Verdi',
      attendance: 'expected',
      ...changes,
    }) as BookingView;
  const hub = (proId: string, status: string) =>
    ({
      id: proId,
      clinicId: 'rome',
      proId,
      status,
      role: 'guest',
      pro: { name: proId, lastname: 'Rossi', email: '', phone: null },
      services: [],
      availabilities: [],
      day_hours: [],
    }) as unknown as HubView;
  const clinic = {
    id: 'rome',
    owner_id: 'anna',
    status: 'active',
    hubs: [hub('anna', 'active'), hub('carla', 'paused')],
  } as ClinicView;
  const calendar: ProCalendar = {
    bookings: [
      visit('own', { pro_id: 'anna' }),
      visit('paused', { pro_id: 'carla', doctor_name: 'carla Rossi' }),
      visit('past', { pro_id: 'bruno' }),
      visit('nameless', { pro_id: 'gone', doctor_name: '' }),
      visit('orphan', { pro_id: 'anna', status: 'orfan' }),
    ],
    blocks: [],
    held: [],
    clinicInactivities: [],
    hubInactivities: [],
  };

  it('names paused and former professionals with their state, and has no name for entries without one', () => {
    const shown = {
      pro: viewer,
      clinics: [clinic],
      calendar,
      filters: { clinicId: null, proIds: [] },
      visible: { from: '2026-11-23', to: '2026-11-24' },
      view: 'day' as const,
      move: null,
      listed: false,
    };
    const { result } = renderHook(() => useCalendarContent(shown));
    show(<TimeGrid {...result.current} now="2026-11-23T08:00" loaded {...handlers} onBlock={null} />);
    const columns = screen.getAllByRole('group').filter((element) => element.className === 'time-column');
    expect(
      columns.map((column) => column.getAttribute('aria-label')?.split(', ').slice(1).join(', ')),
    ).toEqual([
      'Senza professionista, 1 visita',
      'anna Rossi, 1 visita',
      'Professionista, non più presente · 1 visita',
      'Bruno Rossi, non più presente · 1 visita',
      'carla Rossi, in pausa · 1 visita',
    ]);
    expect(columns.map((column) => column.querySelector('button')?.dataset['entry'])).toEqual([
      'orphan',
      'own',
      'nameless',
      'past',
      'paused',
    ]);
  });
});
