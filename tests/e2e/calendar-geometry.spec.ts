import type { Page } from '@playwright/test';
import type { BookingView, ProCalendar } from '@visita/contracts/booking/views';
import type { ClinicView } from '@visita/contracts/clinic/views';
import { expect, test } from './fixtures.ts';
import { fetchWhole } from '../support/fetch-whole.ts';
import { openPractice } from './practice.ts';
import { tomorrow } from './week.ts';

const browser = { locale: 'it-IT', timezoneId: 'Europe/Rome' };
const windows = [
  [1440, 900],
  [1280, 720],
  [1024, 768],
  [768, 1024],
  [390, 844],
] as const;

const nine = 9 * 60;

/** A visit in minutes since midnight. */
type Visit = { name: string; start: number; end: number };
type Drawn = Visit & {
  left: number;
  right: number;
  top: number;
  bottom: number;
  /** Boxes of its texts; null if not visible. */
  time: { top: number; bottom: number } | null;
  patient: { top: number; bottom: number };
};

const visit = (start: number, minutes: number): Visit => ({
  name: `P${start} ${minutes}`,
  start,
  end: start + minutes,
});

/** Returns consecutive visits of repeating lengths over a period. */
const backToBack = (from: number, to: number, lengths: readonly number[]): Visit[] => {
  const visits: Visit[] = [];
  for (let start = from; start < to;) {
    const minutes = lengths[visits.length % lengths.length] ?? to;
    visits.push(visit(start, minutes));
    start += minutes;
  }
  return visits;
};

/** Returns pseudo-random visits of a morning, the same in every run, without equal intervals. */
const atRandom = (count: number): Visit[] => {
  const visits = new Map<string, Visit>();
  for (let number = 7; visits.size < count; number = (number * 48_271) % 2_147_483_647) {
    const random = visit(nine + 5 * (number % 60), 5 + 5 * (Math.floor(number / 60) % 8));
    visits.set(random.name, random);
  }
  return [...visits.values()].toSorted((one, other) => one.start - other.start);
};

const days: Readonly<Record<string, readonly Visit[]>> = {
  'quarters and twenty minutes': backToBack(nine, 13 * 60, [15, 20, 15, 15, 20]),
  'five minutes': backToBack(nine, 10 * 60, [5]),
  'ten minutes and an hour': backToBack(nine, 12 * 60, [10, 60, 10]),
  'visits that overlap': [
    visit(nine, 30),
    visit(nine + 15, 30),
    visit(nine + 40, 20),
    visit(nine + 60, 15),
    visit(nine + 90, 45),
    visit(nine + 95, 20),
    visit(nine + 100, 20),
    visit(nine + 135, 10),
  ],
  'a busy day by chance': atRandom(36),
};

const clock = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');

/** Replaces the calendar's only booking by visits, with a closing behind them. */
const withVisits = (calendar: ProCalendar, visits: readonly Visit[]): ProCalendar => {
  const [booking] = calendar.bookings;
  if (!booking) throw new Error('there is no booking to copy');
  const [day, offset] = [booking.date.slice(0, 10), booking.date.slice(-6)];
  const at = (minutes: number) => `${day}T${clock(minutes)}:00${offset}`;
  const bookings: BookingView[] = visits.map(({ name, start, end }, index) => ({
    ...booking,
    id: `${booking.id}-${index}`,
    patient_name: name,
    date: at(start),
    ending_date: at(end),
    duration: end - start,
  }));
  const closing = {
    id: `${booking.id}-closing`,
    title: 'Painting',
    clinic_id: booking.clinic_id,
    clinic_name: booking.clinic_name,
    starting_date: at(nine),
    ending_date: at(12 * 60),
    type: 'closing' as const,
  };
  return { ...calendar, bookings, clinicInactivities: [closing] };
};

const drawnScript = `[...document.querySelectorAll('.entry')].map((entry) => {
  const box = (element) => element?.getBoundingClientRect();
  const { left, right, top, bottom } = box(entry);
  const time = box(entry.querySelector('.entry-time'));
  const patient = box(entry.querySelector('strong'));
  return {
    name: entry.querySelector('strong').textContent,
    left, right, top, bottom,
    time: time.width === 0 ? null : { top: time.top, bottom: time.bottom },
    patient: { top: patient.top, bottom: patient.bottom },
  };
})`;

/** Returns the drawn entries of the visits. */
const drawn = async (page: Page, visits: readonly Visit[]): Promise<Drawn[]> => {
  const rectangles = await page.evaluate<Omit<Drawn, 'start' | 'end'>[]>(drawnScript);
  return rectangles.map((rectangle) => {
    const visited = visits.find(({ name }) => name === rectangle.name);
    if (!visited) throw new Error(`no visit of ${rectangle.name}`);
    return { ...visited, ...rectangle };
  });
};

const overlap = (one: Visit, other: Visit) => one.start < other.end && other.start < one.end;
const shared = (one: readonly [number, number], other: readonly [number, number]) =>
  Math.min(one[1], other[1]) - Math.max(one[0], other[0]);

/** Returns the faults in a column's rectangles. */
const faultsOf = (entries: readonly Drawn[], width: number): string[] => {
  const [first, last] = [entries[0], entries.at(-1)];
  if (!first || !last) return ['nothing is drawn'];
  const scale = (last.top - first.top) / (last.start - first.start);
  const faults: string[] = [];
  for (const [index, one] of entries.entries()) {
    const others = entries.filter((other) => other !== one && overlap(one, other));
    if (others.length === 0 && one.right - one.left < width * 0.8)
      faults.push(`${one.name} overlaps no entry and is ${one.right - one.left} of ${width} wide`);
    if (Math.abs(one.top - first.top - (one.start - first.start) * scale) > 1)
      faults.push(`${one.name} begins elsewhere than at its time`);
    if (Math.abs(one.bottom - one.top - (one.end - one.start) * scale) > 2)
      faults.push(`${one.name} is ${one.bottom - one.top} high`);
    for (const other of entries.slice(index + 1)) {
      const x = shared([one.left, one.right], [other.left, other.right]);
      const y = shared([one.top, one.bottom], [other.top, other.bottom]);
      if (overlap(one, other) ? x > 1 : y > 1) faults.push(`${one.name} and ${other.name} cover each other`);
    }
  }
  return faults;
};

/** Returns unreadable entries. Beside a name, a time needs about 64 pixels. */
const unreadable = (entries: readonly Drawn[]): string[] =>
  entries.flatMap(({ name, left, right, top, bottom, time, patient }) => {
    const faults: string[] = [];
    if (patient.top < top - 1 || patient.bottom > bottom + 1) faults.push(`${name} is cut`);
    if (time === null && right - left >= 70) faults.push(`${name} has no time`);
    if (time && Math.abs(time.top - patient.top) > 2) faults.push(`${name} has its time in another line`);
    return faults;
  });

let token: string;

test.beforeAll(async ({ stack }) => {
  const practice = await openPractice(stack, 'gea_geometry');
  const booking = { hubServiceId: practice.hubServiceIds[0], date: `${tomorrow()}T10:00`, proNotes: '' };
  const patient = { name: 'Ada', email: 'ada@example.com', prefix: '+39', phone: '3337654321' };
  await practice.call('placeBooking', { body: { booking, patient } });
  token = practice.token;
});

/** Offers services as short as the shortest visit, which the height of an hour follows. */
const offerShort = async (page: Page, visits: readonly Visit[]): Promise<void> => {
  const duration = Math.min(...visits.map(({ start, end }) => end - start));
  await page.route('**/api/pros/*/clinics', async (route) => {
    const response = await fetchWhole(route);
    const answer = (await response.json()) as { data: ClinicView[] };
    const data = answer.data.map((clinic) => ({
      ...clinic,
      hubs: clinic.hubs.map((hub) => ({
        ...hub,
        services: hub.services.map((service) => ({ ...service, duration })),
      })),
    }));
    await route.fulfill({ response, json: { ...answer, data } });
  });
};

const openDay = async (page: Page, visits: readonly Visit[]): Promise<void> => {
  await page.addInitScript(`localStorage.setItem('visita.session', '${token}')`);
  await offerShort(page, visits);
  await page.route('**/api/pro_calendar/**', async (route) => {
    const response = await fetchWhole(route);
    const answer = (await response.json()) as { data: ProCalendar };
    await route.fulfill({ response, json: { ...answer, data: withVisits(answer.data, visits) } });
  });
  await page.goto('/dashboard/calendar');
  await page.locator('.calendar-grid[data-shown="true"]').waitFor({ timeout: 60_000 });
  await page.keyboard.press('d');
  await page.keyboard.press('j');
};

for (const [title, visits] of Object.entries(days)) {
  const tag = ['visits that overlap', 'five minutes'].includes(title) ? [] : ['@release'];
  test(
    `entries are drawn at their times, side by side only if these overlap: ${title}`,
    { tag },
    async ({ openWindow }) => {
      const page = await (await openWindow(browser)).newPage();
      await openDay(page, visits);
      for (const [width, height] of windows) {
        await page.setViewportSize({ width, height });
        // A week on a phone is a list.
        for (const view of width < 768 ? ['d'] : ['d', 'w']) {
          await page.locator('.calendar-grid[data-shown="true"]').waitFor();
          await page.keyboard.press(view);
          await expect(page.locator('.entry')).toHaveCount(visits.length);
          const faults = async () => {
            const entries = await drawn(page, visits);
            const column = await page.locator('.entry-background').boundingBox();
            return [...faultsOf(entries, column?.width ?? Infinity), ...unreadable(entries)];
          };
          await expect.poll(faults, `${width}x${height}, ${view}`).toEqual([]);
        }
      }
    },
  );
}
