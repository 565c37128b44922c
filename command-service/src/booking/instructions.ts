import type { HubAtClinic } from '../access.ts';
import type { PlacedBooking } from './decider.ts';

/** Returns directions and what the patient brings to all services of a visit, without what the clinic does not say. */
export const instructionsOf = (
  booked: PlacedBooking['service'],
  { details: { directions }, services }: HubAtClinic['clinic'],
) => {
  const ids = (booked.services ?? [booked]).map(({ clinicServiceId }) => clinicServiceId);
  const texts = ids.map((id) => services.find((one) => one.clinicServiceId === id)?.toBring);
  const toBring = [...new Set(texts.filter(Boolean))].join('\n');
  return { ...(directions && { directions }), ...(toBring && { to_bring: toBring }) };
};
