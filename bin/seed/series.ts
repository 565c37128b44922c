import { createDomain } from '@visita/command-service/domain';
import { addDays, weekdayOf } from '@visita/contracts/availability/zones';
import type { Core } from '@visita/operator/core';
import type { Caller } from '@visita/platform/auth/caller';
import { actor, commandId, type Send } from './send.ts';

const regular = { name: 'Ornella Ricci', email: null, prefix: '+39', phone: '3335550110' };
const other = { name: 'Furio Landi', email: null, prefix: '+39', phone: '3335550111' };

type Place = {
  readonly proId: string;
  readonly caller: Caller;
  readonly clinicId: string;
  readonly hubId: string;
  readonly hubServiceId: string;
  readonly today: string;
};

/**
 * Plans ten weekly visits of a patient. The time of the third one is taken by another patient, so that the product
 * names it as not placed.
 */
export const planSeries = async (core: Core, send: Send, place: Place): Promise<void> => {
  const { caller, proId, clinicId, hubId, hubServiceId, today } = place;
  const monday = addDays(today, 8 - weekdayOf(today));
  const repeat = { first: `${monday}T09:00`, unit: 'week', every: 1, count: 10 } as const;
  const preview = { preview: true, booking: { hubServiceId }, repeat };
  const { data } = await send('planSeries', 'series dates', caller, { body: preview });
  const [third] = data.visits.slice(2);
  if (third?.state === 'free') {
    const booking = { hubServiceId, date: third.date, proNotes: '' };
    await send('placeBooking', 'series taken', caller, { body: { booking, patient: other } });
  }
  const body = { ...regular, birthDate: null, tags: [], note: '' };
  const { data: patient } = await send('registerPatient', 'series patient', caller, { body });
  const starts = data.visits.flatMap((visit) =>
    visit === third ? visit.date : (visit.use ?? visit.alternatives[0] ?? []),
  );
  const id = commandId('series');
  const time = core.now().toISOString();
  // The command refuses a time that is taken, so that the dates are decided without it.
  await createDomain(core.store).series.execute(
    id,
    {
      type: 'plan',
      series: {
        seriesId: id,
        proId,
        clinicId,
        hubId,
        hubServiceId,
        patientId: patient.id,
        plannedBy: proId,
        timezone: data.timezone,
        contact: { ...regular, patientNotes: '' },
        proNotes: '',
        visits: starts.map((date, index) => ({ nth: index + 1, date, anyway: false })),
      },
    },
    { id, correlationId: id, actor, time },
  );
};
