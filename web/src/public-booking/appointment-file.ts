type Appointment = {
  date: string;
  ending_date: string;
  service: string;
  professional: string;
  clinic_name: string;
  clinic_address: string;
};

const instant = (date: string): string =>
  new Date(date).toISOString().replaceAll(/[-:]/g, '').replace(/\.\d+/, '');

/** Text as RFC 5545 has it. */
const written = (text: string): string => text.replaceAll(/[\\;,]/g, '\\$&').replaceAll(/\r?\n/g, '\\n');

/** The appointment as a file that calendar programs take; the same appointment saved twice is one. */
export const appointmentFile = (appointment: Appointment): Blob => {
  const {
    date,
    ending_date: end,
    service,
    professional,
    clinic_name: clinic,
    clinic_address: address,
  } = appointment;
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Visita//Visita//EN',
    'BEGIN:VEVENT',
    `UID:${instant(date)}-${encodeURIComponent(clinic)}@visita`,
    `DTSTAMP:${instant(date)}`,
    `DTSTART:${instant(date)}`,
    `DTEND:${instant(end)}`,
    `SUMMARY:${written(`${service} · ${professional}`)}`,
    `LOCATION:${written(`${clinic}, ${address}`)}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return new Blob([`${lines.join('\r\n')}\r\n`], { type: 'text/calendar' });
};
