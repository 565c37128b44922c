import type { BookingView, PatientView } from '@visita/contracts/booking/views';

type Booked = Pick<
  BookingView,
  'patient_id' | 'patient_name' | 'patient_email' | 'patient_prefix' | 'patient_phone' | 'contact_id'
>;

/** Patient of a repeated booking, without the record's version. */
export type BookedPatient = Omit<PatientView, 'version'>;

/** Returns a booking's patient as listed; email and phone of a responsible contact are not the patient's. */
export const patientOfBooking = (booking: Booked): BookedPatient => {
  const {
    patient_email: email,
    patient_prefix: prefix,
    patient_phone: phone,
    contact_id: contactId,
  } = booking;
  return {
    id: booking.patient_id,
    name: booking.patient_name,
    ...(contactId === '' ? { email, prefix, phone } : { email: '', prefix: '', phone: '' }),
    birth_date: '',
    responsible_id: contactId,
    relation: '',
  };
};
