import type { AvailabilityWindow, ClinicServiceData, Period } from '@visita/contracts/clinic/events';
import type { AvailabilityView, DayHoursView, HubServiceView, HubView } from '@visita/contracts/clinic/views';
import type { VacationView } from '@visita/contracts/booking/views';
import { readable } from '@visita/contracts/event';
import { periodColumns, serviceColumns } from '@visita/read-model/clinic/columns';
import * as periodViews from '@visita/read-model/clinic/period-view';
import * as views from '@visita/read-model/clinic/view';
import { dayHoursColumns, termColumns, windowColumns } from '@visita/read-model/hub/columns';
import { profileColumns } from '@visita/read-model/pro/columns';
import type { HubAtClinic } from '../access.ts';
import { clinicRow, serviceRow } from '../clinic/view.ts';
import type { Hub, HubState } from './decider.ts';
import type { ProAccount } from '../pro/state.ts';

export const hubServiceView = (
  { hubServiceId, own = {} }: Pick<Hub['services'][number], 'hubServiceId' | 'own'>,
  service: ClinicServiceData,
): HubServiceView =>
  views.hubServiceView({ hub_service_id: hubServiceId, ...termColumns(own) }, serviceColumns(service));

export const availabilityView = (hubId: string, window: AvailabilityWindow): AvailabilityView =>
  views.availabilityView(windowColumns(hubId, window));

const dayHoursRows = ({ hubId, dayHours }: Hub): views.ShownDayHours[] =>
  Object.entries(dayHours)
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([date, windows]) => dayHoursColumns(hubId, { date, windows }));

/**
 * Returns a hub's own hours on present and future dates, which a call replaces; their content gives the
 * version.
 */
export const storedDayHours =
  (now: Date) =>
  (hub: HubState): { days: DayHoursView[] } => {
    const from = views.firstDayShown(now);
    const rows = hub.status === 'none' ? [] : dayHoursRows(hub);
    return views.dayHoursIn(rows.filter(({ date }) => date >= from));
  };

/** Returns a hub's terms of a service, which a call replaces; their content gives the version. */
export const storedTerms = (hubServiceId: string) => (hub: HubState) => {
  const services = hub.status === 'none' ? [] : hub.services;
  const own = services.find((one) => one.hubServiceId === hubServiceId)?.own ?? {};
  return views.termsIn(termColumns(own));
};

type HubFacts = HubAtClinic & { pro: ProAccount };

const hubRow = ({ hub, member, clinic, pro }: HubFacts): views.ShownHub => ({
  hub_id: hub.hubId,
  clinic_id: clinic.id,
  pro_id: hub.proId,
  role: member.role,
  status: member.status,
  ...profileColumns(pro.profile),
  email: readable(pro.email),
  address_proven: pro.addressProven,
  plan: pro.plan,
  cancel_booking_email: pro.options.cancelBookingEmail,
});

/** Returns a hub as its clinic's owner sees it. */
export const hubView = ({ owner, ...facts }: HubFacts & { owner: ProAccount }): HubView => {
  const { hub, clinic } = facts;
  const shown = { clinic: clinicRow(clinic, owner), hub: hubRow(facts) };
  const all: views.ShownClinics = {
    clinics: [shown.clinic],
    services: clinic.services.map((service) => serviceRow(clinic.id, service)),
    hubs: [shown.hub],
    hubServices: hub.services.map(({ hubServiceId, clinicServiceId, own = {} }) => ({
      hub_service_id: hubServiceId,
      hub_id: hub.hubId,
      clinic_service_id: clinicServiceId,
      ...termColumns(own),
    })),
    dayHours: dayHoursRows(hub),
    availabilities: hub.availabilities.map((window) => windowColumns(hub.hubId, window)),
  };
  return views.hubView(all, shown, owner.id);
};

export const vacationView = (facts: HubFacts, vacationId: string, period: Period): VacationView =>
  periodViews.vacationView({
    ...hubRow(facts),
    vacation_id: vacationId,
    clinic_name: facts.clinic.details.name,
    ...periodColumns(facts.clinic.id, period),
  });
