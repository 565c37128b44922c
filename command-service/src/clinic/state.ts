import type {
  AvailabilityWindow,
  ClinicDetails,
  ClinicServiceData,
  HolidayChoice,
  HubRole,
  HubStatus,
  Period,
} from '@visita/contracts/clinic/events';

export type TeamMember = {
  readonly hubId: string;
  readonly proId: string;
  readonly role: HubRole;
  readonly status: HubStatus;
  /** Initial hours and services of the hub. */
  readonly availabilities: readonly AvailabilityWindow[];
  readonly clinicServiceIds: readonly string[];
};

export type Closing = {
  readonly closingId: string;
  readonly period: Period;
  /** Date of its public holiday; absent if it was planned manually. */
  readonly holiday?: string;
};

export type Clinic = {
  readonly status: 'active' | 'archived';
  /** Whether name and address are erased, because the owner's account was deleted. */
  readonly erased: boolean;
  readonly id: string;
  readonly ownerId: string;
  readonly details: ClinicDetails;
  readonly onlineBooking: boolean;
  readonly secondFactor: boolean;
  /** Whether owner and managers see the patients of all professionals; null until the owner chooses. */
  readonly patientsShared: boolean | null;
  readonly services: readonly ClinicServiceData[];
  readonly team: readonly TeamMember[];
  readonly closings: readonly Closing[];
  /** Country and region whose public holidays close it; null for none. */
  readonly holidays: HolidayChoice | null;
  /** Holidays on which it stays open. */
  readonly excepted: readonly string[];
};
