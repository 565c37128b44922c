import type { Table } from '@visita/platform/projection/table';
import { activities } from './activity/tables.ts';
import { blocks } from './block/tables.ts';
import { bookings, busyIntervals } from './booking/tables.ts';
import { changes } from './change/tables.ts';
import { clinics, clinicServices, closings, hubs } from './clinic/tables.ts';
import { clinicHolidays } from './clinic/holiday-tables.ts';
import {
  hubAvailabilities,
  hubDayHours,
  hubServices,
  vacations,
  workingHours,
  workplaceChanges,
} from './hub/tables.ts';
import { bookedDays, bookedHours, firstVisits, saidVisits } from './overview/tables.ts';
import { messageChoices, messageSettings, reminderPlans, textAnswers } from './messages/tables.ts';
import { clinicPatients, patients, toldApart } from './patient/tables.ts';
import { formerSlugs, pros } from './pro/tables.ts';
import { series } from './series/tables.ts';
import { marketingConsents, recallRuleSets, recalls } from './recall/tables.ts';
import { surveys } from './survey/tables.ts';
import { offeredTimes, waitingEntries } from './waiting/tables.ts';

export const tables: readonly Table[] = [
  pros,
  formerSlugs,
  reminderPlans,
  messageSettings,
  messageChoices,
  textAnswers,
  clinics,
  clinicServices,
  closings,
  clinicHolidays,
  hubs,
  hubAvailabilities,
  hubDayHours,
  hubServices,
  vacations,
  workingHours,
  workplaceChanges,
  blocks,
  bookings,
  busyIntervals,
  bookedDays,
  bookedHours,
  saidVisits,
  firstVisits,
  patients,
  toldApart,
  clinicPatients,
  series,
  surveys,
  offeredTimes,
  waitingEntries,
  recallRuleSets,
  recalls,
  marketingConsents,
  activities,
  changes,
];
