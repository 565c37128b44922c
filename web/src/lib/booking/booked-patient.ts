import type { BookingView, PatientView } from '@visita/contracts/booking/views';

type Booked = Pick<
  BookingView,
  'patient_id' | 'patient_name' | 'patient_email' | 'patient_prefix' | 'patient_phone' | 'contact_id'
>;

/** Who is booked again; a booking does not know the version of their record. */
export type BookedPatient = Omit<PatientView, 'version'>;

/** The patient of a booking as the list has them: email and phone of their contact are not theirs. */
export const patientOfBooking = (booking: Booked): BookedPatient => {
  const { patient_email: email, patient_prefix: prefix, patient_phone: phone, contact_id: told } = booking;
  return {
    id: booking.patient_id,
    name: booking.patient_name,
    ...(told === '' ? { email, prefix, phone } : { email: '', prefix: '', phone: '' }),
    birth_date: '',
    responsible_id: told,
    relation: '',
  };
};
