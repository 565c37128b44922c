import type { BookingView } from '@visita/contracts/booking/views';
import { useClinics } from './clinic.api.ts';
import { townAmong } from '../time/other-clock.ts';
import { usePro } from '../session/use-pro.ts';
import { dayOf } from '../time/wall-clock.ts';

/** Returns the town whose clock tells the time of a booking; null if all of the pro's clinics have that clock. */
export const useTown = ({
  clinic_city: city,
  timezone,
  date,
}: Pick<BookingView, 'clinic_city' | 'timezone' | 'date'>): string | null =>
  townAmong(useClinics(usePro()).data ?? [], { city, timezone }, dayOf(date));
