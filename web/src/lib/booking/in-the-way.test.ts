import { createZones } from '@visita/contracts/availability/zones';
import type { ProCalendar } from '@visita/contracts/booking/views';
import type { ClinicView } from '@visita/contracts/clinic/views';
import type { Pro } from '@visita/contracts/pro/views';
import * as fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '../api/api.ts';
import { call } from '../api/client.ts';
import { inTheWay, namingClash } from './in-the-way.ts';
import { clinicOfClock, clocksDiffer, townAmong } from '../time/other-clock.ts';
import { instantOf } from '../time/wall-clock.ts';

vi.mock('../api/client.ts', () => ({ call: vi.fn() }));

const hub = (id: string, service: string) => ({
  id,
  proId: 'anna',
  services: [{ id: service, duration: 30 }],
});
const clinics = [
  { id: 'rome', city: 'Roma', timezone: 'Europe/Rome', hubs: [hub('hub rome', 'service rome')] },
  { id: 'london', city: 'Londra', timezone: 'Europe/London', hubs: [hub('hub london', 'service london')] },
] as unknown as ClinicView[];
const inLondon = {
  id: 'visit',
  date: '2026-11-23T09:00:00+00:00',
  ending_date: '2026-11-23T09:30:00+00:00',
  timezone: 'Europe/London',
  pro_id: 'anna',
  clinic_id: 'london',
};
const visit = { ...inLondon, status: 'confirmed', clinic_city: 'Londra', patient_name: 'Andrea Santoro' };
const calendarOf = (change: object) =>
  ({ bookings: [], blocks: [], held: [], ...change }) as unknown as ProCalendar;
const withVisit = calendarOf({ bookings: [visit] });
const atRome = (wall: string) => {
  const from = instantOf(`2026-11-23T${wall}`, 'Europe/Rome');
  return { proId: 'anna', from, until: from + 30 * 60_000, timezone: 'Europe/Rome' };
};
const clash = { kind: 'booking', time: '09:00–09:30', town: 'Londra', name: 'Andrea Santoro' };

describe('a conflicting entry', () => {
  it('is found at the same instant on another clock', () =>
    expect(inTheWay(withVisit, atRome('10:00'), clinics)).toEqual(clash));

  it('is not one at the same wall time in another zone', () =>
    expect(inTheWay(withVisit, atRome('09:00'), clinics)).toBeUndefined());

  it('is neither the moved entry itself nor a colleague’s', () => {
    expect(inTheWay(withVisit, { ...atRome('10:00'), except: 'visit' }, clinics)).toBeUndefined();
    expect(inTheWay(withVisit, { ...atRome('10:00'), proId: 'bruno' }, clinics)).toBeUndefined();
  });

  it.each([
    ['an erased patient’s visit', { bookings: [{ ...visit, patient_name: '' }] }, 'erased'],
    ['a blocked time', { blocks: [{ ...inLondon, note: '' }] }, 'block'],
    ['a time held for a request', { held: [{ ...inLondon, until: '' }] }, 'held'],
  ])('may be %s', (_what, change, kind) =>
    expect(inTheWay(calendarOf(change), atRome('10:00'), clinics)).toEqual({ ...clash, kind, name: '' }),
  );

  it('names the end of an offer', () => {
    const offered = { ...inLondon, until: '2026-11-20T14:30:00+00:00', offered_to: '' };
    expect(inTheWay(calendarOf({ held: [offered] }), atRome('10:00'), clinics)).toMatchObject({
      kind: 'offered',
      until: '14:30',
    });
  });

  it('has no city if its clock is that of the new entry', () =>
    expect(inTheWay(withVisit, { ...atRome('10:00'), timezone: 'Europe/London' }, clinics)?.town).toBeNull());
});

const pro = { id: 'anna' } as Pro;
const refusal = new ApiError('slot-taken', 'This time has just been taken.', 409);
const answering = (answers: Readonly<Record<string, unknown>>) =>
  vi
    .mocked(call)
    .mockImplementation(((name: string) =>
      name in answers ? Promise.resolve({ data: answers[name] }) : Promise.reject(refusal)) as never);
const refusedAt = (start: string, error: Error = refusal) =>
  namingClash(() => Promise.reject(error), { pro, hubServiceId: 'service rome', start }).catch(
    (thrown: unknown) => thrown,
  );

describe('a refused time', () => {
  it('is explained by the calendar’s entry', async () => {
    answering({ getProClinics: clinics, getProCalendar: withVisit });
    expect(await refusedAt('2026-11-23T10:00')).toMatchObject({ code: 'slot-taken', clashes: [clash] });
  });

  it('is explained by all entries of the calendar, in order', async () => {
    const later = { ...inLondon, id: 'block', date: '2026-11-23T09:20:00+00:00', note: '' };
    const earlier = { ...visit, id: 'earlier', date: '2026-11-23T08:45:00+00:00', patient_name: 'Mara' };
    const calendar = calendarOf({ bookings: [visit, earlier], blocks: [later] });
    answering({ getProClinics: clinics, getProCalendar: calendar });
    expect(await refusedAt('2026-11-23T10:00')).toMatchObject({
      clashes: [{ name: 'Mara' }, { name: 'Andrea Santoro' }, { kind: 'block' }],
    });
  });

  it('is only said to be busy if the calendar does not contain the entry', async () => {
    answering({ getProClinics: clinics, getProCalendar: calendarOf({}) });
    const hidden = { kind: 'hidden', time: '10:00–10:30', town: null, name: '' };
    expect(await refusedAt('2026-11-23T10:00')).toMatchObject({ code: 'slot-taken', clashes: [hidden] });
  });

  it('is not explained if the calendar cannot be read, or for other refusals', async () => {
    answering({});
    expect(await refusedAt('2026-11-23T10:00')).toBe(refusal);
    const other = new ApiError('buffer-taken', '', 409);
    expect(await refusedAt('2026-11-23T10:00', other)).toBe(other);
  });
});

it('is converted from wall time as on the server, also at clock changes', () => {
  const zones = createZones();
  const changing = [
    ['Europe/Rome', '2026-03-29'],
    ['Europe/Rome', '2026-10-25'],
    ['Africa/Cairo', '2025-04-25'],
    ['Asia/Beirut', '2026-10-25'],
    ['Atlantic/Azores', '2026-03-29'],
    ['Atlantic/Azores', '2026-10-25'],
  ] as const;
  fc.assert(
    fc.property(
      fc.constantFrom(...changing),
      fc.integer({ min: -36 * 4, max: 36 * 4 }),
      ([zone, day], by) => {
        const wall = new Date(Date.parse(`${day}T00:00Z`) + by * 15 * 60_000).toISOString().slice(0, 16);
        expect(instantOf(wall, zone)).toBe(zones(zone).toMs(wall));
      },
    ),
  );
});

describe('clocks', () => {
  it('differ between zones, not between aliases of one', () => {
    expect(clocksDiffer('Europe/Rome', 'Europe/London', '2026-11-23')).toBe(true);
    expect(clocksDiffer('Europe/Rome', 'Europe/Madrid', '2026-11-23')).toBe(false);
  });

  it('are the chosen clinic’s, else the first one’s', () => {
    expect(clinicOfClock(clinics, 'london')?.id).toBe('london');
    expect(clinicOfClock(clinics, null)?.id).toBe('rome');
  });

  it('have a city only if there are several', () => {
    expect(townAmong(clinics, clinics[0], '2026-11-23')).toBe('Roma');
    expect(townAmong(clinics.slice(0, 1), clinics[0], '2026-11-23')).toBeNull();
  });
});
