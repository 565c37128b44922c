import { expect, it } from 'vitest';
import { patientEvents } from './events.ts';

it('reads registrations of version 1, which had no date of birth', () => {
  const { schema, upcasts, version } = patientEvents.PatientRegistered;
  const before = {
    patientId: '00000000-0000-4000-8005-000000000001',
    proId: '00000000-0000-4000-8001-000000000001',
    email: 'carla@example.com',
    contact: { name: 'Carla Verdi', prefix: '+39', phone: '3330001111' },
  };
  expect([version, schema.parse(upcasts[1]?.(before))]).toEqual([2, { ...before, birthDate: null }]);
  const erased = { ...before, email: { erased: true }, contact: { erased: true } };
  expect(schema.parse(upcasts[1]?.(erased))).toEqual({ ...erased, birthDate: null });
});
