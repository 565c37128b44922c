import { parentOf } from '@visita/contracts/fields';
import { filterPostalCode } from '@visita/contracts/filters';
import type { ClinicDetails, ServiceRules } from '@visita/contracts/clinic/events';
import { Rejection } from '@visita/contracts/problem';
import { specializationById } from '@visita/contracts/reference/specializations';
import { proOf } from '@visita/platform/auth/caller';
import type { CallContext, Handlers } from '@visita/platform/http/calls';
import { deriveChildId, deriveId } from '@visita/platform/ids/derive-id';
import { ownedClinic } from '../access.ts';
import { bookingsWithin } from '../booking/within.ts';
import type { ClinicDeps } from './deps.ts';
import { periodOf } from '../period.ts';
import { type Command, handling } from '../unit-of-work.ts';
import { requireFactors } from './required-factors.ts';
import { closableClinic, prosOf } from './closable.ts';
import type { ClinicCommand } from './decider.ts';
import type { Clinic } from './state.ts';
import { keepVacations } from './keep-vacations.ts';
import { requireProvince, zoneOfProvince } from './province.ts';
import { clinicServiceView, closingView, storedDetails, storedService } from './view.ts';

type Place = Pick<
  CallContext<'openClinic'>['body'],
  'name' | 'provinceId' | 'city' | 'address' | 'postalCode' | 'phone' | 'email' | 'directions'
>;

type Contact = Pick<ClinicDetails, 'phone' | 'email' | 'directions'>;

/** Fills missing fields with the stored ones. */
const contactOf = (asked: Place, before: Contact): Contact => {
  const { phone = before.phone, email = before.email, directions = before.directions } = asked;
  return { ...(phone && { phone }), ...(email && { email }), ...(directions && { directions }) };
};

/** Adds country and zone, which follow from the province. */
const detailsOf = (place: Place, before: Contact = {}): ClinicDetails => {
  const { name, provinceId, city, address, postalCode } = place;
  const { country } = requireProvince(provinceId);
  const code = filterPostalCode(postalCode, country);
  const timezone = zoneOfProvince(provinceId);
  const contact = contactOf(place, before);
  return { name, country, provinceId, city, address, postalCode: code, timezone, ...contact };
};

/** Processes of an earlier release cannot read events with instructions to patients. */
const requireReadable = async (deps: ClinicDeps, instructions: string | undefined): Promise<void> => {
  if (instructions && !(await deps.isUpdateComplete())) throw new Rejection('update-running');
};

const openClinic: Command<'openClinic', ClinicDeps> = async ({ body, caller }, { cause, execute }, deps) => {
  const { domain } = deps;
  await requireReadable(deps, body.directions);
  const { proId } = proOf(caller);
  if (body.ownerId !== proId) throw new Rejection('forbidden');
  const clinicId = deriveId(cause.id, 'clinic');
  const { onlineBooking } = body;
  const details = detailsOf(body);
  await execute(domain.clinics, clinicId, {
    type: 'open',
    clinicId,
    ownerId: proId,
    details,
    onlineBooking,
  });
  return { message: 'Clinic created', data: { id: clinicId } };
};

const commandOf = (body: CallContext<'updateClinic'>['body'], { details }: Clinic): ClinicCommand => {
  if ('status' in body) return { type: 'archive' };
  if ('online_booking' in body) return { type: 'switch-online-booking', onlineBooking: body.online_booking };
  if ('second_factor' in body) return { type: 'ask-factor', asked: body.second_factor };
  if ('patients_shared' in body) return { type: 'share-patients', shared: body.patients_shared };
  const opened = 'onlineBooking' in body ? { onlineBooking: body.onlineBooking } : {};
  return { type: 'change-details', details: detailsOf(body, details), ...opened };
};

const updateClinic: Command<'updateClinic', ClinicDeps> = async (
  { params, body, caller },
  { replace, execute },
  deps,
) => {
  const { domain } = deps;
  const { proId } = proOf(caller);
  const clinic = await ownedClinic(domain, params.id, proId);
  if ('ownerId' in body && body.ownerId !== proId) throw new Rejection('forbidden');
  const command = commandOf(body, clinic);
  // Processes of earlier releases stop at the events of sharing.
  if (command.type === 'share-patients' && !(await deps.isUpdateComplete()))
    throw new Rejection('update-running');
  if ('directions' in body) await requireReadable(deps, body.directions);
  const { state } = await replace(domain.clinics, params.id, { command, record: storedDetails });
  if (state.status !== 'none' && state.details.timezone !== clinic.details.timezone)
    await keepVacations(domain, state, execute);
  // The requirement applies as soon as the call is answered, even if the process is late.
  if (command.type === 'ask-factor') await requireFactors(deps, params.id);
  const message = 'status' in body ? 'Clinic has been deleted successfully' : 'Clinic updated';
  return { message, data: null };
};

const requireSpecialization = (specializationId: string): void => {
  if (!specializationById(specializationId)) {
    throw new Rejection('malformed-request', 'Choose a specialization from the list.');
  }
};

const addClinicServices: Command<'addClinicServices', ClinicDeps> = async (
  { body, caller },
  { cause, execute },
  { domain },
) => {
  const clinicId = body[0]!.clinicId;
  if (body.some((row) => row.clinicId !== clinicId)) throw new Rejection('not-found');
  await ownedClinic(domain, clinicId, proOf(caller).proId);
  const services = body.map((row, index) => {
    requireSpecialization(row.specializationId);
    const { serviceName, specializationId, duration } = row;
    const clinicServiceId = deriveChildId(clinicId, cause.id, String(index));
    return {
      clinicServiceId,
      serviceName,
      specializationId,
      duration,
      priceCents: Math.round(row.price * 100),
    };
  });
  const added = await execute(domain.clinics, clinicId, { type: 'add-services', services });
  if (added.state.status === 'none') throw new Rejection('not-found');
  const clinic = added.state;
  return { message: 'Services added', data: services.map((service) => clinicServiceView(clinic, service)) };
};

/** Returns the booking rules of a service that differ from the defaults. */
const rulesOf = (body: CallContext<'changeClinicService'>['body']): ServiceRules => ({
  ...(body.stepMinutes !== null && { stepMinutes: body.stepMinutes }),
  ...(body.bufferBefore > 0 && { bufferBefore: body.bufferBefore }),
  ...(body.bufferAfter > 0 && { bufferAfter: body.bufferAfter }),
  ...(body.noticeHours > 0 && { noticeHours: body.noticeHours }),
  ...(body.bookableBy !== 'everyone' && { bookableBy: body.bookableBy }),
});

const changeClinicService: Command<'changeClinicService', ClinicDeps> = async (
  { params, body, caller },
  { replace },
  deps,
) => {
  const { domain } = deps;
  const clinicServiceId = params.id;
  const clinic = await ownedClinic(domain, parentOf(clinicServiceId), proOf(caller).proId);
  requireSpecialization(body.specializationId);
  await requireReadable(deps, body.toBring);
  const { serviceName, specializationId, duration } = body;
  const priceCents = Math.round(body.price * 100);
  const facts = { clinicServiceId, serviceName, specializationId, duration, priceCents };
  const before = clinic.services.find((one) => one.clinicServiceId === clinicServiceId);
  const toBring = body.toBring ?? before?.toBring;
  const service = { ...facts, ...(toBring && { toBring }), ...rulesOf(body) };
  await replace(domain.clinics, clinic.id, {
    command: { type: 'change-service', service },
    record: storedService(clinicServiceId),
  });
  return { message: 'Service changed', data: clinicServiceView(clinic, service) };
};

const archiveClinicService: Command<'archiveClinicService', ClinicDeps> = async (
  { params, caller },
  { execute },
  { domain },
) => {
  const clinicId = parentOf(params.id);
  const clinic = await ownedClinic(domain, clinicId, proOf(caller).proId);
  const clinicServiceId = params.id;
  if (!clinic.services.some((service) => service.clinicServiceId === clinicServiceId)) {
    throw new Rejection('not-found');
  }
  await execute(domain.clinics, clinicId, { type: 'archive-service', clinicServiceId });
  return { message: 'Service removed', data: null };
};

const planClosing: Command<'planClosing', ClinicDeps> = async (
  { body, caller },
  { cause, execute },
  deps,
) => {
  const { proId } = proOf(caller);
  const { domain, zones } = deps;
  const clinic = await closableClinic(domain, body.clinic_id, proId);
  const period = periodOf(body, zones(clinic.details.timezone));
  const closingId = deriveChildId(clinic.id, cause.id, 'closing');
  await execute(domain.clinics, clinic.id, { type: 'plan-closing', closingId, period });
  const affected = await bookingsWithin(deps, proId, {
    proIds: prosOf(clinic),
    period,
    clinicId: clinic.id,
  });
  return { message: 'Closing created', data: closingView(clinic, closingId, period), affected };
};

const cancelClosing: Command<'cancelClosing', ClinicDeps> = async (
  { params, caller },
  { execute },
  { domain },
) => {
  const closingId = params.id;
  const clinic = await closableClinic(domain, parentOf(closingId), proOf(caller).proId);
  await execute(domain.clinics, clinic.id, { type: 'cancel-closing', closingId });
  return { message: 'Closing deleted', data: null };
};

export const clinicHandlers = (deps: ClinicDeps) => {
  const handle = handling(deps);
  return {
    openClinic: handle(openClinic),
    updateClinic: handle(updateClinic),
    addClinicServices: handle(addClinicServices),
    changeClinicService: handle(changeClinicService),
    archiveClinicService: handle(archiveClinicService),
    planClosing: handle(planClosing),
    cancelClosing: handle(cancelClosing),
  } satisfies Handlers;
};
