import { expect, it } from 'vitest';
import { appointmentFile } from './appointment-file.ts';

it('writes an appointment for calendar programs, in UTC and with its signs escaped', async () => {
  const file = appointmentFile({
    date: '2026-12-01T09:00:00+01:00',
    ending_date: '2026-12-01T09:30:00+01:00',
    service: 'Visita; prima, lunga',
    professional: 'Marco De Santis',
    clinic_name: 'Studio Aurora',
    clinic_address: 'Via Garibaldi 12, Milano',
  });
  const lines = (await file.text()).split('\r\n');
  expect(lines).toContain('DTSTART:20261201T080000Z');
  expect(lines).toContain('DTEND:20261201T083000Z');
  expect(lines).toContain('SUMMARY:Visita\\; prima\\, lunga · Marco De Santis');
  expect(lines).toContain('LOCATION:Studio Aurora\\, Via Garibaldi 12\\, Milano');
});
