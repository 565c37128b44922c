import type { BookingView } from '@visita/contracts/booking/views';
import { useClinics } from '../../../lib/data/clinic.api.ts';
import { townAmong } from '../../../lib/time/other-clock.ts';
import { usePro } from '../../../lib/session/use-pro.ts';
import { dayOf } from '../../../lib/time/wall-clock.ts';

/** City of a booking's clock, if the professional's clinics are in several time zones. */
export const useTown = ({ clinic_city: city, timezone, date }: BookingView): string | null =>
  townAmong(useClinics(usePro()).data ?? [], { city, timezone }, dayOf(date));
