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
  /** What the hub starts with. */
  readonly availabilities: readonly AvailabilityWindow[];
  readonly clinicServiceIds: readonly string[];
};

export type Closing = {
  readonly closingId: string;
  readonly period: Period;
  /** The date of the public holiday that it is for; absent where a person planned it. */
  readonly holiday?: string;
};

export type Clinic = {
  readonly status: 'active' | 'archived';
  /** Without a name and an address any more: its owner's account is gone. */
  readonly erased: boolean;
  readonly id: string;
  readonly ownerId: string;
  readonly details: ClinicDetails;
  readonly onlineBooking: boolean;
  /** Collaborators need a second factor. */
  readonly secondFactor: boolean;
  readonly services: readonly ClinicServiceData[];
  readonly team: readonly TeamMember[];
  readonly closings: readonly Closing[];
  /** Whose public holidays close it; null where none do. */
  readonly holidays: HolidayChoice | null;
  /** Dates of holidays on which it stays open. */
  readonly excepted: readonly string[];
};
