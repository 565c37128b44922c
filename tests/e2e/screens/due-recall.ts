import type { DueRecall } from '@visita/contracts/recall/views';

/** A patient who can be invited. */
export const dueRecall: DueRecall = {
  booking_id: 'visit',
  pro_id: 'pro',
  professional: 'Marco De Santis',
  patient_id: 'patient',
  name: 'Nives Orlando',
  prefix: '+39',
  phone: '3337654321',
  service: 'Prima visita',
  last_visit: '2025-11-24T09:00:00+01:00',
  months: 12,
  treatment: true,
  reachable: true,
  invited: null,
  not_sent: null,
};
