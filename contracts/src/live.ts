import type { BookingView } from './booking/views.ts';

export type ClientToServer = {
  join_clinic: (message: { clinic_id: string }, acknowledge?: (answer: { joined: boolean }) => void) => void;
  leave_clinic: (message: { clinic_id: string }) => void;
};

/** Socket messages to the rooms of a clinic. */
export type ServerToClient = {
  update_calendar: (booking: BookingView) => void;
  edit_booking: (booking: BookingView) => void;
  remove_booking: (booking: { id: string; clinic_id: string }) => void;
  update_patient: (patient: { patient_id: string; name: string; prefix: string; phone: string }) => void;
  /** The pro's tags or notes of patients changed: reload the list. Sent to the pro's own sockets only. */
  refresh_patients: (whose: { pro_id: string }) => void;
  /** Closings, vacations, held or blocked times of the clinic changed: reload the calendar. */
  refresh_calendar: (clinic: { clinic_id: string }) => void;
  /** The waiting list of the clinic changed: reload it. */
  refresh_waiting_list: (clinic: { clinic_id: string }) => void;
  /** Invitations of the clinic’s patients to a next visit changed: reload them. */
  refresh_recalls: (clinic: { clinic_id: string }) => void;
  /** There are new notices of the clinic: reload them. */
  refresh_notices: (clinic: { clinic_id: string }) => void;
};
