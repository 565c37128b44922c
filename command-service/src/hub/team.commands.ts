import { parentOf } from '@visita/contracts/fields';
import { Rejection } from '@visita/contracts/problem';
import { deriveChildId } from '@visita/platform/ids/derive-id';
import { proOf } from '@visita/platform/auth/caller';
import type { CallContext, Handlers } from '@visita/platform/http/calls';
import { type HubAtClinic, loadHub, plannableHub, seesHub } from '../access.ts';
import { bookingsWithin } from '../booking/within.ts';
import { requireFactors } from '../clinic/required-factors.ts';
import type { TeamCommand } from '../clinic/team.ts';
import type { HubDeps } from './deps.ts';
import { periodOf } from '../period.ts';
import { isUnproven } from '../pro/proven.ts';
import { loadPro, planOf } from '../pro/view.ts';
import { type Command, handling } from '../unit-of-work.ts';
import { vacationableHub } from './vacations.ts';
import { vacationView } from './view.ts';

/**
 * Returns the command of a transition. Each belongs to one side: the invitee answers, the owner runs the
 * team.
 */
const transition = (
  body: CallContext<'updateHub'>['body'],
  { hub, member, clinic }: HubAtClinic,
  who: { proId: string; collaboratorNumber: number },
): TeamCommand => {
  const { hubId } = hub;
  const own = hub.proId === who.proId;
  const owner = clinic.ownerId === who.proId;
  const require = (allowed: boolean): void => {
    if (!allowed) throw new Rejection('forbidden');
  };
  if ('role' in body) {
    require(owner);
    return { type: 'change-role', hubId, role: body.role };
  }
  switch (body.status) {
    case 'rejected':
      require(own);
      return { type: 'reject', hubId };
    case 'paused':
      require(owner);
      return { type: 'pause', hubId };
    case 'archived':
      require(owner);
      return { type: 'archive-member', hubId };
    case 'active': {
      const { collaboratorNumber } = who;
      if (member.status === 'pending') {
        require(own);
        return { type: 'accept', hubId, collaboratorNumber };
      }
      require(owner);
      return { type: 'activate', hubId, collaboratorNumber };
    }
  }
};

const updateHub: Command<'updateHub', HubDeps> = async ({ params, body, caller }, { execute }, deps) => {
  const { proId } = proOf(caller);
  const { domain } = deps;
  const found = await loadHub(domain, params.id);
  if (!seesHub(found, proId)) throw new Rejection('not-found');
  const invited = found.member.status === 'pending' && found.hub.proId === proId;
  if (invited && isUnproven(deps, await loadPro(domain, proId))) throw new Rejection('not-found');
  const { collaboratorNumber } = planOf(await loadPro(domain, found.clinic.ownerId));
  const command = transition(body, found, { proId, collaboratorNumber });
  await execute(domain.clinics, found.clinic.id, command);
  // The requirement applies as soon as the call is answered, even if the process is late.
  if (command.type === 'accept' && found.clinic.secondFactor) await requireFactors(deps, found.clinic.id);
  return { message: 'Hub updated', data: null };
};

const planVacation: Command<'planVacation', HubDeps> = async ({ body, caller }, { cause, execute }, deps) => {
  const { proId } = proOf(caller);
  const { domain, zones } = deps;
  const { hub, member, clinic, pro } = await vacationableHub(domain, body.hub_id, proId);
  const period = periodOf(body, zones(clinic.details.timezone));
  const vacationId = deriveChildId(hub.hubId, cause.id, 'vacation');
  await execute(domain.hubs, hub.hubId, { type: 'plan-vacation', vacationId, period });
  const affected = await bookingsWithin(deps, proId, { proIds: [pro.id], period, clinicId: clinic.id });
  const data = vacationView({ hub, member, clinic, pro }, vacationId, period);
  return { message: 'Vacation created', data, affected };
};

const cancelVacation: Command<'cancelVacation', HubDeps> = async (
  { params, caller },
  { execute },
  { domain },
) => {
  const vacationId = params.id;
  const { hub } = await plannableHub(domain, parentOf(vacationId), proOf(caller).proId);
  await execute(domain.hubs, hub.hubId, { type: 'cancel-vacation', vacationId });
  return { message: 'Vacation deleted', data: null };
};

/** Status and role of team members, and vacations. */
export const teamHandlers = (deps: HubDeps) => {
  const handle = handling(deps);
  return {
    updateHub: handle(updateHub),
    planVacation: handle(planVacation),
    cancelVacation: handle(cancelVacation),
  } satisfies Handlers;
};
