import type { BookingView } from '@visita/contracts/booking/views';
import type { Pro } from '@visita/contracts/pro/views';
import { namedHub, namedPro } from '../booking/professionals.ts';
import { useClinics } from './clinic.api.ts';

/** Returns functions that name a professional where the clinic has several, else return null. */
export const useProNames = (pro: Pro) => {
  const clinics = useClinics(pro).data ?? [];
  return {
    ofBooking: (booking: BookingView) => namedPro(booking, clinics),
    ofHub: (hubId: string) => namedHub(hubId, clinics),
  };
};
