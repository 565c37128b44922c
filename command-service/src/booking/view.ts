import { readable } from '@visita/contracts/event';
import type { BookingView } from '@visita/contracts/booking/views';
import { bookingColumns, bookingContactColumns } from '@visita/read-model/booking/columns';
import { bookingView as viewOf, seenBy } from '@visita/read-model/booking/view';
import { type HubAtClinic, loadHub } from '../access.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Domain } from '../domain.ts';
import { seenKept } from '../patient/merged.ts';
import type { ProAccount } from '../pro/state.ts';
import { fullName, loadPro } from '../pro/view.ts';
import type { PlacedBooking } from './decider.ts';

/** Professional and place of a booking. */
type Place = Pick<HubAtClinic, 'hub' | 'member' | 'clinic'> & { readonly pro: ProAccount };

const placeOf = async (domain: Domain, { hubId, proId }: PlacedBooking): Promise<Place> => {
  const [found, pro] = await Promise.all([loadHub(domain, hubId), loadPro(domain, proId)]);
  return { ...found, pro };
};

/**
 * Returns a booking for a pro's calendar; only the treating professional sees the notes. With `place` nothing is
 * read.
 */
export const bookingView = async (
  { domain, zones }: Pick<Dependencies, 'domain' | 'zones'>,
  booking: PlacedBooking,
  { viewerId, place }: { viewerId: string; place?: Place },
): Promise<BookingView> => {
  const sure = place?.hub.hubId === booking.hubId ? place : undefined;
  const { member, clinic, pro } = sure ?? (await placeOf(domain, booking));
  const { name, address, city, provinceId } = clinic.details;
  const row = {
    ...booking,
    ...bookingColumns(booking),
    patient_id: seenKept(domain, booking.proId, booking.patientId),
    arrived_at: booking.arrivedAt,
    unmailed: booking.unmailed,
    visit_answer: booking.answer,
    texted: booking.texted,
    text_answer: null,
    ...bookingContactColumns(booking.told),
    clinic_name: name,
    clinic_address: address,
    clinic_city: city,
    clinic_province_id: provinceId,
    doctor_name: fullName(pro),
    doctor_email: readable(pro.email),
    doctor_role: member.role,
  };
  return seenBy(viewerId, viewOf(row, zones));
};
