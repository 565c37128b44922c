import type {
  AvailabilityWindow,
  ClinicDetails,
  ClinicServiceData,
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

export type Clinic = {
  readonly status: 'active' | 'archived';
  /** Without a name and an address any more: its owner's account is gone. */
  readonly erased: boolean;
  readonly id: string;
  readonly ownerId: string;
  readonly details: ClinicDetails;
  readonly onlineBooking: boolean;
  readonly services: readonly ClinicServiceData[];
  readonly team: readonly TeamMember[];
  readonly closings: readonly { readonly closingId: string; readonly period: Period }[];
};
