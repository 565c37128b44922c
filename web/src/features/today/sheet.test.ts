import { groupsOf } from '@visita/contracts/booking/day-sheet';
import type { BookingView } from '@visita/contracts/booking/views';
import { expect, it } from 'vitest';
import { clinicNames, type Filters, nextOf, sheetOf, toCall } from './sheet.ts';

const visit = (id: string, date: string, more: Partial<BookingView> = {}) =>
  ({
    id,
    patient_name: id,
    patient_email: '',
    patient_prefix: '+39',
    patient_phone: '3337654321',
    date,
    timezone: 'Europe/Rome',
    clinic_id: 'roma',
    clinic_name: 'Studio Roma',
    pro_id: 'anna',
    doctor_name: 'Anna Rossi',
    ...more,
  }) as BookingView;

const now = new Date('2026-11-23T22:30:00Z');
const all: Filters = { date: null, clinicId: null, proId: null, search: '' };
const early = visit('early', '2026-11-23T09:00:00+01:00');
const late = visit('late', '2026-11-23T17:00:00+01:00', { pro_id: 'bruno', doctor_name: 'Bruno Bianchi' });
const tomorrow = visit('tomorrow', '2026-11-24T00:10:00+01:00');
const abroad = visit('abroad', '2026-11-24T00:20:00+02:00', {
  timezone: 'Europe/Athens',
  clinic_id: 'athina',
  clinic_name: 'Athina',
});
const bookings = [late, abroad, tomorrow, early];
const idsOf = (filters = all) => sheetOf(bookings, filters, now).visits.map(({ id }) => id);

it('holds the visits of each clinic’s own day, by start', () => {
  expect(idsOf()).toEqual(['early', 'late', 'abroad']);
});

it('is filtered by a clinic or professional of the day', () => {
  const { clinics, professionals } = sheetOf(bookings, all, now);
  expect(clinics.map(({ id }) => id)).toEqual(['athina', 'roma']);
  expect(professionals.map(({ name }) => name)).toEqual(['Anna Rossi', 'Bruno Bianchi']);
  expect(idsOf({ ...all, clinicId: 'roma' })).toEqual(['early', 'late']);
  expect(idsOf({ ...all, clinicId: 'roma', proId: 'bruno' })).toEqual(['late']);
});

it('shows all visits if the chosen clinic or professional has none', () => {
  expect(idsOf({ ...all, clinicId: 'gone', proId: 'gone' })).toEqual(['early', 'late', 'abroad']);
});

it('marks the first visit that is not over, once an earlier one is', () => {
  const lasting = (id: string, from: string, to: string) =>
    visit(id, `2026-11-23T${from}:00+01:00`, { ending_date: `2026-11-23T${to}:00+01:00` });
  const day = [
    lasting('long', '09:00', '10:00'),
    lasting('short', '09:15', '09:30'),
    lasting('last', '11:00', '11:30'),
  ];
  const at = (time: string) => nextOf(day, new Date(`2026-11-23T${time}:00+01:00`))?.id;
  expect(['08:00', '09:45', '10:00', '11:30'].map(at)).toEqual([undefined, undefined, 'last', undefined]);
});

it('sorts simultaneous visits by patient name, whatever their original order', () => {
  const [zoe, ada] = ['Zoe', 'Ada'].map((name) =>
    visit(name, '2026-11-23T09:00:00+01:00', { patient_name: name }),
  );
  const { visits } = sheetOf([zoe!, ada!], all, new Date('2026-11-23T10:00:00Z'));
  expect(visits.map(({ patient_name: name }) => name)).toEqual(['Ada', 'Zoe']);
});

it('holds any other day, and finds patients by name or phone', () => {
  expect(idsOf({ ...all, date: '2026-11-24' })).toEqual(['abroad', 'tomorrow']);
  expect(idsOf({ ...all, search: 'ear' })).toEqual(['early']);
  expect(idsOf({ ...all, search: '333 765' })).toHaveLength(3);
});

it('has a list for each professional, with visits to be reassigned last', () => {
  const orphan = visit('orphan', '2026-11-23T08:00:00+01:00', { status: 'orfan', doctor_name: '' });
  const groups = groupsOf([orphan, late, early]);
  expect(groups.map(({ name, visits }) => [name, ...visits.map(({ id }) => id)])).toEqual([
    ['Anna Rossi', 'early'],
    ['Bruno Bianchi', 'late'],
    ['', 'orphan'],
  ]);
  expect(sheetOf([orphan, late], all, now).professionals).toHaveLength(1);
  expect(clinicNames([late, abroad, early])).toBe('Athina · Studio Roma');
});

it('lists patients to call: ahead, expected, and not reached by a message or with an answer in words', () => {
  const at = new Date('2026-11-23T08:30:00+01:00');
  const expected = { attendance: 'expected' } as const;
  const reached = { ...expected, patient_email: 'a@example.com' };
  const visits = [
    visit('without email', '2026-11-23T09:00:00+01:00', expected),
    visit('reached', '2026-11-23T09:30:00+01:00', reached),
    visit('not mailed', '2026-11-23T10:00:00+01:00', { ...reached, not_mailed: true }),
    visit('texted', '2026-11-23T10:10:00+01:00', { ...expected, texted: 'sent' }),
    visit('text failed', '2026-11-23T10:20:00+01:00', { ...reached, texted: 'failed' }),
    visit('answered', '2026-11-23T10:30:00+01:00', { ...expected, texted: 'sent', text_answer: 'Tardi' }),
    visit('over', '2026-11-23T08:00:00+01:00', expected),
    visit('arrived', '2026-11-23T09:10:00+01:00', { attendance: 'arrived' }),
    visit('erased', '2026-11-23T09:20:00+01:00', { ...expected, patient_name: '' }),
  ];
  expect(toCall(visits, at).map(({ id }) => id)).toEqual([
    'without email',
    'not mailed',
    'text failed',
    'answered',
  ]);
});
