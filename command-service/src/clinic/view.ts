import type { ClinicServiceData, Period } from '@visita/contracts/clinic/events';
import type { ClinicServiceView } from '@visita/contracts/clinic/views';
import type { ClosingView } from '@visita/contracts/booking/views';
import { detailColumns, periodColumns, listColumns, serviceColumns } from '@visita/read-model/clinic/columns';
import * as periodViews from '@visita/read-model/clinic/period-view';
import * as views from '@visita/read-model/clinic/view';
import { profileColumns } from '@visita/read-model/pro/columns';
import type { ProAccount } from '../pro/state.ts';
import type { ClinicState } from './decider.ts';
import type { Clinic } from './state.ts';

export const serviceRow = (clinicId: string, service: ClinicServiceData): views.ShownService => ({
  clinic_id: clinicId,
  ...serviceColumns(service),
  ...listColumns(service),
});

export const clinicServiceView = (clinic: Clinic, service: ClinicServiceData): ClinicServiceView =>
  views.clinicServiceView({ owner_id: clinic.ownerId }, serviceRow(clinic.id, service));

/** Returns a clinic's details that a call replaces; their content gives the version. */
export const storedDetails = (clinic: ClinicState): Readonly<Record<string, unknown>> =>
  clinic.status === 'none' ? {} : views.detailsIn(detailColumns(clinic.details));

/** Returns a service that a call replaces; its content gives the version. */
export const storedService =
  (clinicServiceId: string) =>
  (clinic: ClinicState): Readonly<Record<string, unknown>> => {
    const services = clinic.status === 'none' ? [] : clinic.services;
    const service = services.find((one) => one.clinicServiceId === clinicServiceId);
    return service && clinic.status !== 'none' ? views.serviceIn(serviceRow(clinic.id, service)) : {};
  };

/** Returns a clinic's holiday choice that a call replaces; its content gives the version. */
export const storedHolidays = (clinic: ClinicState) => {
  const chosen = clinic.status === 'none' ? null : clinic.holidays;
  return { country: chosen?.country ?? null, region: chosen?.region ?? null };
};

export const clinicRow = (clinic: Clinic, owner: ProAccount): views.ShownClinic => {
  const { name, lastname } = profileColumns(owner.profile);
  return {
    clinic_id: clinic.id,
    owner_id: clinic.ownerId,
    ...detailColumns(clinic.details),
    online_booking: clinic.onlineBooking,
    second_factor: clinic.secondFactor,
    patients_shared: clinic.patientsShared,
    status: clinic.status,
    owner_name: name,
    owner_lastname: lastname,
    owner_plan: owner.plan,
  };
};

export const closingView = (clinic: Clinic, closingId: string, period: Period): ClosingView =>
  periodViews.closingView({
    closing_id: closingId,
    clinic_name: clinic.details.name,
    ...periodColumns(clinic.id, period),
  });
