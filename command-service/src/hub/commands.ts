import { expandWorkingDays, isInverted } from '@visita/contracts/availability/windows';
import type { AvailabilityWindow } from '@visita/contracts/clinic/events';
import type { AvailabilityView } from '@visita/contracts/clinic/views';
import { Rejection } from '@visita/contracts/problem';
import { deriveChildId, deriveId } from '@visita/platform/ids/derive-id';
import { proOf } from '@visita/platform/auth/caller';
import type { Handlers } from '@visita/platform/http/calls';
import type { Cause } from '@visita/platform/runtime/decider';
import { versionOf } from '@visita/read-model/version';
import { ownedClinic, requireOffering, shapableHub, shapableHubOf, staffedHub } from '../access.ts';
import type { HubDeps } from './deps.ts';
import { loadPro, planOf } from '../pro/view.ts';
import { type Command, handling, inSameTime } from '../unit-of-work.ts';
import { inviteByEmail } from './invite.ts';
import { openHub } from './open.ts';
import { availabilityView, hubServiceView, hubView, storedDayHours, storedTerms } from './view.ts';

type TypedAvailability = Omit<AvailabilityView, 'id' | 'hubId'>;

/** Expands abbreviated days to windows with ids; refuses an inverted window before anything is written. */
const windowsOf = (
  hubId: string,
  typed: readonly TypedAvailability[],
  cause: Cause,
): AvailabilityWindow[] => {
  const windows = typed.map((one) => ({
    workingDay: one.working_day,
    startingHour: one.starting_hour,
    endingHour: one.ending_hour,
    ...(one.valid_from && { validFrom: one.valid_from }),
    ...(one.valid_until && { validUntil: one.valid_until }),
    ...(one.every_weeks &&
      one.anchor_monday && { everyWeeks: one.every_weeks, anchorMonday: one.anchor_monday }),
  }));
  const endsFirst = ({ validFrom, validUntil }: (typeof windows)[number]) =>
    validFrom !== undefined && validUntil !== undefined && validUntil < validFrom;
  if (windows.some((window) => isInverted(window) || endsFirst(window)))
    throw new Rejection('availability-inverted');
  return expandWorkingDays(windows).map((window, index) => ({
    ...window,
    availabilityId: deriveChildId(hubId, cause.id, String(index)),
  }));
};

const addCollaborator: Command<'addCollaborator', HubDeps> = async ({ body, caller }, work, deps) => {
  const { cause, execute } = work;
  const { domain } = deps;
  const { id: clinicId, ownerId } = await ownedClinic(domain, body.clinicId, proOf(caller).proId);
  if (body.role === 'reception' && !(await deps.isUpdateComplete())) throw new Rejection('update-running');
  const owner = await loadPro(domain, ownerId);
  const hubId = deriveId(cause.id, 'hub');
  const invitation = {
    type: 'invite',
    hubId,
    availabilities: windowsOf(hubId, body.availability, cause),
    clinicServiceIds: body.services,
    ...(body.role === undefined ? {} : { role: body.role }),
    collaboratorNumber: planOf(owner).collaboratorNumber,
  } as const;
  const email = body.proEmail;
  const inviting = inviteByEmail(deps, { email, owner, clinicId, invitation }, work);
  // In strict mode the response time is equalized: creating an account takes longer than finding
  // one, and is refused sooner.
  const neutral = deps.strict && email !== owner.email;
  const { state: clinic } = await (neutral ? inSameTime(deps, inviting) : inviting);
  if (clinic.status === 'none') throw new Rejection('not-found');
  const member = clinic.team.find((one) => one.hubId === hubId)!;
  const opened = await openHub(domain, { clinicId, ...member }, execute);
  if (opened.state.status === 'none') throw new Rejection('not-found');
  const pro = await loadPro(domain, member.proId);
  const hub = hubView({ hub: opened.state, member, clinic, owner, pro });
  return { message: 'Collaborator invited', data: { clinic: { id: clinicId }, hub } };
};

const addHubAvailabilities: Command<'addHubAvailabilities', HubDeps> = async (
  { body, caller },
  { cause, execute },
  { domain },
) => {
  const hubId = body[0]!.hubId;
  if (body.some((entry) => entry.hubId !== hubId)) throw new Rejection('not-found');
  requireOffering(await shapableHub(domain, hubId, proOf(caller).proId));
  const availabilities = windowsOf(hubId, body, cause);
  await execute(domain.hubs, hubId, { type: 'add-availabilities', availabilities });
  return { message: 'Availability added', data: availabilities.map((one) => availabilityView(hubId, one)) };
};

const removeHubAvailability: Command<'removeHubAvailability', HubDeps> = async (
  { params, caller },
  { execute },
  { domain },
) => {
  const availabilityId = params.id;
  const { hub } = await shapableHubOf(domain, availabilityId, proOf(caller).proId);
  await execute(domain.hubs, hub.hubId, { type: 'remove-availability', availabilityId });
  return { message: 'Availability removed', data: null };
};

const setDayHours: Command<'setDayHours', HubDeps> = async (
  { params, body, caller },
  { at, now, replace },
  deps,
) => {
  const { domain, zones } = deps;
  const { hub, clinic } = requireOffering(await staffedHub(domain, params.id, proOf(caller).proId));
  const days = body.days.map(({ date, windows }) => ({
    date,
    windows:
      windows?.map(({ starting_hour: startingHour, ending_hour: endingHour }) => ({
        startingHour,
        endingHour,
      })) ?? null,
  }));
  const today = zones(clinic.details.timezone).dayOf(now);
  const { state } = await replace(domain.hubs, hub.hubId, {
    command: { type: 'set-day-hours', days, today },
    record: storedDayHours(at),
  });
  const stored = storedDayHours(at)(state);
  return { message: 'Hours set', data: stored.days, hours_version: versionOf(stored) };
};

const addHubService: Command<'addHubService', HubDeps> = async (
  { body, caller },
  { cause, execute },
  { domain },
) => {
  const { hub, clinic } = requireOffering(await shapableHub(domain, body.hubId, proOf(caller).proId));
  const service = clinic.services.find((one) => one.clinicServiceId === body.clinicServiceId);
  if (!service) throw new Rejection('service-unknown');
  const hubServiceId = deriveChildId(hub.hubId, cause.id, 'service');
  const offered = { hubServiceId, clinicServiceId: body.clinicServiceId };
  const added = await execute(domain.hubs, hub.hubId, { type: 'offer-service', service: offered });
  const present =
    added.state.status === 'none'
      ? undefined
      : added.state.services.find((one) => one.clinicServiceId === body.clinicServiceId);
  return { message: 'Service added', data: hubServiceView(present ?? { hubServiceId }, service) };
};

const setHubServiceTerms: Command<'setHubServiceTerms', HubDeps> = async (
  { params, body, caller },
  { replace },
  { domain },
) => {
  const hubServiceId = params.id;
  const { hub, clinic } = await shapableHubOf(domain, hubServiceId, proOf(caller).proId);
  const offered = hub.services.find((one) => one.hubServiceId === hubServiceId);
  const service = clinic.services.find((one) => one.clinicServiceId === offered?.clinicServiceId);
  if (!service) throw new Rejection('not-found');
  const { duration, price } = body;
  const own = {
    ...(duration !== null && { duration }),
    ...(price !== null && { priceCents: Math.round(price * 100) }),
  };
  await replace(domain.hubs, hub.hubId, {
    command: { type: 'set-terms', hubServiceId, own },
    record: storedTerms(hubServiceId),
  });
  return { message: 'Service changed', data: hubServiceView({ hubServiceId, own }, service) };
};

const removeHubService: Command<'removeHubService', HubDeps> = async (
  { params, caller },
  { execute },
  { domain },
) => {
  const hubServiceId = params.id;
  const { hub } = await shapableHubOf(domain, hubServiceId, proOf(caller).proId);
  if (!hub.services.some((one) => one.hubServiceId === hubServiceId)) throw new Rejection('not-found');
  await execute(domain.hubs, hub.hubId, { type: 'withdraw-service', hubServiceId });
  return { message: 'Service removed', data: null };
};

export const hubHandlers = (deps: HubDeps) => {
  const handle = handling(deps);
  return {
    addCollaborator: handle(addCollaborator),
    addHubAvailabilities: handle(addHubAvailabilities),
    removeHubAvailability: handle(removeHubAvailability),
    setDayHours: handle(setDayHours),
    addHubService: handle(addHubService),
    setHubServiceTerms: handle(setHubServiceTerms),
    removeHubService: handle(removeHubService),
  } satisfies Handlers;
};
