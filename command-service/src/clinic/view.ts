import type { AvailabilityWindow, ClinicServiceData, Period } from '@visita/contracts/clinic/events';
import type {
  AvailabilityView,
  ClinicServiceView,
  HubServiceView,
  HubView,
} from '@visita/contracts/clinic/views';
import type { ClosingView, VacationView } from '@visita/contracts/booking/views';
import { isErased } from '@visita/contracts/event';
import { specializationNamesOf } from '@visita/contracts/reference/specializations';
import type { Hub } from '../hub/decider.ts';
import type { ProAccount } from '../pro/decider.ts';
import { fullName } from '../pro/view.ts';
import type { Clinic, TeamMember } from './decider.ts';

const serviceFields = (service: ClinicServiceData) => ({
  serviceName: service.serviceName,
  duration: service.duration,
  price: service.priceCents / 100,
  activated: true,
  ...specializationNamesOf(service.specializationId),
});

export const clinicServiceView = (clinic: Clinic, service: ClinicServiceData): ClinicServiceView => ({
  id: service.clinicServiceId,
  clinicId: clinic.id,
  proId: clinic.ownerId,
  specializationId: service.specializationId,
  ...serviceFields(service),
});

export const hubServiceView = (hubServiceId: string, service: ClinicServiceData): HubServiceView => ({
  id: hubServiceId,
  clinicServiceId: service.clinicServiceId,
  ...serviceFields(service),
});

export const availabilityView = (hubId: string, window: AvailabilityWindow): AvailabilityView => ({
  id: window.availabilityId,
  hubId,
  working_day: window.workingDay,
  starting_hour: window.startingHour,
  ending_hour: window.endingHour,
});

type HubFacts = { hub: Hub; member: TeamMember; clinic: Clinic; owner: ProAccount; pro: ProAccount };

/** A hub as its clinic sees it; an invitee's name and phone stay hidden until the invitation is accepted. */
export const hubView = ({ hub, member, clinic, owner, pro }: HubFacts): HubView => {
  const { name, country, city, address, postalCode, timezone } = clinic.details;
  const hidden = member.status === 'pending' || pro.profile === null || isErased(pro.profile);
  const profile = hidden ? null : pro.profile;
  const services = hub.services.flatMap(({ hubServiceId, clinicServiceId }) => {
    const service = clinic.services.find((one) => one.clinicServiceId === clinicServiceId);
    return service ? [hubServiceView(hubServiceId, service)] : [];
  });
  return {
    id: hub.hubId,
    clinicId: clinic.id,
    proId: hub.proId,
    status: member.status,
    role: member.role,
    clinic: {
      id: clinic.id,
      name,
      owner: fullName(owner),
      city,
      country,
      address,
      postal_code: postalCode,
      timezone,
    },
    pro: {
      name: profile && !isErased(profile) ? profile.name : null,
      lastname: profile && !isErased(profile) ? profile.lastname : null,
      phone: profile && !isErased(profile) ? `${profile.prefix} ${profile.phone}` : null,
      email: isErased(pro.email) ? '' : pro.email,
    },
    services,
    availabilities: hub.availabilities.map((window) => availabilityView(hub.hubId, window)),
  };
};

export const closingView = (clinic: Clinic, closingId: string, period: Period): ClosingView => ({
  id: closingId,
  title: period.title,
  clinic_id: clinic.id,
  clinic_name: clinic.details.name,
  starting_date: period.startingDate,
  ending_date: period.endingDate,
  type: 'closing',
});

type VacationFacts = { hub: Hub; member: TeamMember; clinic: Clinic; pro: ProAccount };

export const vacationView = (facts: VacationFacts, vacationId: string, period: Period): VacationView => ({
  id: vacationId,
  title: period.title,
  hub_id: facts.hub.hubId,
  pro_name: fullName(facts.pro),
  pro_email: isErased(facts.pro.email) ? '' : facts.pro.email,
  clinic_id: facts.clinic.id,
  clinic_name: facts.clinic.details.name,
  role: facts.member.role,
  starting_date: period.startingDate,
  ending_date: period.endingDate,
  type: 'vacation',
});
