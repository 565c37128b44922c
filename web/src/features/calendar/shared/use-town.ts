import type { BookingView } from '@visita/contracts/booking/views';
import { useClinics } from '../../../lib/data/clinic.api.ts';
import { townAmong } from '../../../lib/time/other-clock.ts';
import { usePro } from '../../../lib/session/use-pro.ts';
import { dayOf } from '../../../lib/time/wall-clock.ts';

/** The town whose clock tells when a booking is, where the pro's clinics have several. */
export const useTown = ({ clinic_city: city, timezone, date }: BookingView): string | null =>
  townAmong(useClinics(usePro()).data ?? [], { city, timezone }, dayOf(date));
