import { isErased } from '@visita/contracts/event';
import type { BookingView } from '@visita/contracts/booking/views';
import { provinceById } from '@visita/contracts/reference/provinces';
import { specializationNamesOf } from '@visita/contracts/reference/specializations';
import { type HubAtClinic, loadHub } from '../access.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Domain } from '../domain.ts';
import type { ProAccount } from '../pro/decider.ts';
import { fullName, loadPro } from '../pro/view.ts';
import type { BookingDetails } from './decider.ts';

const unknownContact = { name: '', email: '', prefix: '', phone: '', patientNotes: '' };

/** Who treats, and where. */
type Place = Pick<HubAtClinic, 'hub' | 'member' | 'clinic'> & { readonly pro: ProAccount };

const placeOf = async (domain: Domain, { hubId, proId }: BookingDetails): Promise<Place> => {
  const [found, pro] = await Promise.all([loadHub(domain, hubId), loadPro(domain, proId)]);
  return { ...found, pro };
};

/**
 * A booking as the calendar of a pro shows it: the notes are the treating professional's alone. `known` spares reading
 * its place once more.
 */
export const bookingView = async (
  { domain, zones }: Pick<Dependencies, 'domain' | 'zones'>,
  viewerId: string,
  booking: BookingDetails & { status: string },
  known?: Place,
): Promise<BookingView> => {
  const sure = known?.hub.hubId === booking.hubId ? known : undefined;
  const { member, clinic, pro } = sure ?? (await placeOf(domain, booking));
  const zone = zones(booking.timezone);
  const contact = isErased(booking.contact) ? unknownContact : booking.contact;
  return {
    id: booking.bookingId,
    date: zone.offsetIso(booking.start),
    ending_date: zone.offsetIso(booking.end),
    duration: booking.service.duration,
    status: booking.status === 'orfan' ? 'orfan' : 'confirmed',
    service: booking.service.serviceName,
    hub_service_id: booking.service.hubServiceId,
    hubId: booking.hubId,
    pro_id: booking.proId,
    clinic_id: booking.clinicId,
    clinic_name: clinic.details.name,
    clinic_address: clinic.details.address,
    clinic_city: clinic.details.city,
    clinic_province: provinceById(clinic.details.provinceId)?.name ?? '',
    timezone: booking.timezone,
    doctor_name: fullName(pro),
    doctor_email: isErased(pro.email) ? '' : pro.email,
    doctor_role: member.role,
    patient_id: booking.patientId,
    patient_name: contact.name,
    patient_email: contact.email,
    patient_phone: contact.phone,
    patient_prefix: contact.prefix,
    patient_notes: contact.patientNotes,
    pro_notes: viewerId !== booking.proId || isErased(booking.proNotes) ? '' : booking.proNotes,
    ...specializationNamesOf(booking.service.specializationId),
  };
};
