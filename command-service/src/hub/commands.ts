import { expandWorkingDays, isInverted } from '@visita/contracts/availability/windows';
import type { AvailabilityWindow } from '@visita/contracts/clinic/events';
import { Rejection } from '@visita/contracts/problem';
import { deriveChildId, deriveId } from '@visita/platform/derive-id';
import { type Handlers, proOf } from '@visita/platform/http/calls';
import type { Cause } from '@visita/platform/decider';
import { ownedClinic, shapableHub, shapableHubOf } from '../access.ts';
import { createClaims } from '../account/claims.ts';
import { clinicDecider } from '../clinic/decider.ts';
import { availabilityView, hubServiceView, hubView } from '../clinic/view.ts';
import { causeOf, type Dependencies } from '../dependencies.ts';
import { loadPro, planOf } from '../pro/view.ts';
import { openHub } from './open.ts';
import { createShellAccounts } from './shell-account.ts';

type TypedAvailability = { working_day: number; starting_hour: string; ending_hour: string };

/** Shorthand days spelt out, each with its id; an inverted one is refused before anything is written. */
const windowsOf = (
  hubId: string,
  typed: readonly TypedAvailability[],
  cause: Cause,
): AvailabilityWindow[] => {
  const windows = typed.map((one) => ({
    workingDay: one.working_day,
    startingHour: one.starting_hour,
    endingHour: one.ending_hour,
  }));
  if (windows.some(isInverted)) throw new Rejection('availability-inverted');
  return expandWorkingDays(windows).map((window, index) => ({
    ...window,
    availabilityId: deriveChildId(hubId, cause.id, String(index)),
  }));
};

/** Collaborators, and what a hub offers when. */
export const hubHandlers = (deps: Dependencies) => {
  const { domain, now } = deps;
  const claims = createClaims(deps);
  const makeShellAccount = createShellAccounts(deps);

  const addCollaborator: Handlers['addCollaborator'] = async ({ body, caller, request, wrote }) => {
    const clinic = await ownedClinic(domain, body.clinicId, proOf(caller).proId);
    const cause = causeOf(request, now());
    const owner = await loadPro(domain, clinic.ownerId);
    const hubId = deriveId(cause.id, 'hub');
    const invitation = {
      type: 'invite',
      hubId,
      availabilities: windowsOf(hubId, body.availability, cause),
      clinicServiceIds: body.services,
      collaboratorNumber: planOf(owner).collaboratorNumber,
    } as const;
    const registeredId = await claims.ownerOf('email', body.proEmail);
    // An unknown email gets an account, but not where the clinic would then refuse the invitation.
    if (registeredId === null) clinicDecider.decide({ ...invitation, proId: hubId }, clinic);
    const { comunicationsLanguage: language } = owner.options;
    const invitee =
      registeredId === null
        ? await makeShellAccount({ email: body.proEmail, clinicId: clinic.id, language }, cause)
        : await loadPro(domain, registeredId);
    const invited = await domain.clinics.execute(clinic.id, { ...invitation, proId: invitee.id }, cause);
    if (invited.state.status === 'none') throw new Rejection('not-found');
    const member = invited.state.team.find((one) => one.hubId === hubId)!;
    const opened = await openHub(domain, { clinicId: clinic.id, ...member }, cause);
    for (const position of [invited.position, opened.position]) if (position) wrote(position);
    if (opened.state.status === 'none') throw new Rejection('not-found');
    const hub = hubView({ hub: opened.state, member, clinic: invited.state, owner, pro: invitee });
    return { message: 'Collaborator invited', data: { clinic: { id: clinic.id }, hub } };
  };

  const addHubAvailabilities: Handlers['addHubAvailabilities'] = async (context) => {
    const { body, caller, request, wrote } = context;
    const hubId = body[0]!.hubId;
    if (body.some((entry) => entry.hubId !== hubId)) throw new Rejection('not-found');
    await shapableHub(domain, hubId, proOf(caller).proId);
    const cause = causeOf(request, now());
    const availabilities = windowsOf(hubId, body, cause);
    const added = await domain.hubs.execute(hubId, { type: 'add-availabilities', availabilities }, cause);
    if (added.position) wrote(added.position);
    return { message: 'Availability added', data: availabilities.map((one) => availabilityView(hubId, one)) };
  };

  const removeHubAvailability: Handlers['removeHubAvailability'] = async (context) => {
    const { hub } = await shapableHubOf(domain, context.params.id, proOf(context.caller).proId);
    const command = { type: 'remove-availability', availabilityId: context.params.id } as const;
    const removed = await domain.hubs.execute(hub.hubId, command, causeOf(context.request, now()));
    if (removed.position) context.wrote(removed.position);
    return { message: 'Availability removed', data: null };
  };

  const addHubService: Handlers['addHubService'] = async ({ body, caller, request, wrote }) => {
    const { hub, clinic } = await shapableHub(domain, body.hubId, proOf(caller).proId);
    const service = clinic.services.find((one) => one.clinicServiceId === body.clinicServiceId);
    if (!service) throw new Rejection('service-unknown');
    const cause = causeOf(request, now());
    const hubServiceId = deriveChildId(hub.hubId, cause.id, 'service');
    const offered = { hubServiceId, clinicServiceId: body.clinicServiceId };
    const added = await domain.hubs.execute(hub.hubId, { type: 'offer-service', service: offered }, cause);
    if (added.position) wrote(added.position);
    const present =
      added.state.status === 'none'
        ? undefined
        : added.state.services.find((one) => one.clinicServiceId === body.clinicServiceId);
    return { message: 'Service added', data: hubServiceView(present?.hubServiceId ?? hubServiceId, service) };
  };

  const removeHubService: Handlers['removeHubService'] = async ({ params, caller, request, wrote }) => {
    const { hub } = await shapableHubOf(domain, params.id, proOf(caller).proId);
    if (!hub.services.some((one) => one.hubServiceId === params.id)) throw new Rejection('not-found');
    const command = { type: 'withdraw-service', hubServiceId: params.id } as const;
    const { position } = await domain.hubs.execute(hub.hubId, command, causeOf(request, now()));
    if (position) wrote(position);
    return { message: 'Service removed', data: null };
  };

  return {
    addCollaborator,
    addHubAvailabilities,
    removeHubAvailability,
    addHubService,
    removeHubService,
  } satisfies Handlers;
};
