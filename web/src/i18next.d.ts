import 'i18next';
import type account from '../public/locales/it/account.json';
import type appointment from '../public/locales/it/appointment.json';
import type attendance from '../public/locales/it/attendance.json';
import type auth from '../public/locales/it/auth.json';
import type booking from '../public/locales/it/booking.json';
import type calendar from '../public/locales/it/calendar.json';
import type clinic from '../public/locales/it/clinic.json';
import type common from '../public/locales/it/common.json';
import type inactivity from '../public/locales/it/inactivity.json';
import type legal from '../public/locales/it/legal.json';
import type messages from '../public/locales/it/messages.json';
import type notices from '../public/locales/it/notices.json';
import type onboarding from '../public/locales/it/onboarding.json';
import type overview from '../public/locales/it/overview.json';
import type patients from '../public/locales/it/patients.json';
import type series from '../public/locales/it/series.json';
import type recalls from '../public/locales/it/recalls.json';
import type settings from '../public/locales/it/settings.json';
import type shortcuts from '../public/locales/it/shortcuts.json';
import type today from '../public/locales/it/today.json';
import type waiting from '../public/locales/it/waiting.json';
import type welcome from '../public/locales/it/welcome.json';

declare module 'i18next' {
  // An interface, because that is what i18next lets one merge into.
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface CustomTypeOptions {
    enableSelector: true;
    defaultNS: 'common';
    resources: {
      account: typeof account;
      appointment: typeof appointment;
      attendance: typeof attendance;
      auth: typeof auth;
      booking: typeof booking;
      calendar: typeof calendar;
      clinic: typeof clinic;
      common: typeof common;
      inactivity: typeof inactivity;
      legal: typeof legal;
      messages: typeof messages;
      notices: typeof notices;
      onboarding: typeof onboarding;
      overview: typeof overview;
      patients: typeof patients;
      series: typeof series;
      recalls: typeof recalls;
      settings: typeof settings;
      shortcuts: typeof shortcuts;
      today: typeof today;
      waiting: typeof waiting;
      welcome: typeof welcome;
    };
  }
}
