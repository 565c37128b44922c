import type { BookingView } from './booking/views.ts';

/** What a client may send over the socket. */
export type ClientToServer = {
  join_clinic: (message: { clinic_id: string }, acknowledge?: (answer: { joined: boolean }) => void) => void;
  leave_clinic: (message: { clinic_id: string }) => void;
};

/** What the server sends to the rooms of a clinic. */
export type ServerToClient = {
  update_calendar: (booking: BookingView) => void;
  edit_booking: (booking: BookingView) => void;
  remove_booking: (booking: { id: string; clinic_id: string }) => void;
  update_patient: (patient: { patient_id: string; name: string; prefix: string; phone: string }) => void;
  /** The pro's tags or notes of patients changed: load the list again. Only to the pro's own sockets. */
  refresh_patients: (whose: { pro_id: string }) => void;
  /** Closings, vacations, held or blocked times of the clinic changed: load the calendar again. */
  refresh_calendar: (clinic: { clinic_id: string }) => void;
};
