import { parentOf } from '@visita/contracts/fields';
import { Rejection } from '@visita/contracts/problem';
import { deriveChildId } from '@visita/platform/derive-id';
import { type CallContext, type Handlers, proOf } from '@visita/platform/http/calls';
import { type HubAtClinic, loadHub, ownHub, seesHub } from '../access.ts';
import { bookingsWithin } from '../booking/within.ts';
import type { TeamCommand } from '../clinic/team.ts';
import { vacationView } from '../clinic/view.ts';
import { causeOf, type Dependencies } from '../dependencies.ts';
import { periodOf } from '../period.ts';
import { loadPro, planOf } from '../pro/view.ts';

/** Each transition belongs to one side: the invitee answers, the owner runs the team. */
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

/** Status and role of team members, and vacations. */
export const teamHandlers = (deps: Dependencies) => {
  const { domain, now, zones } = deps;

  const updateHub: Handlers['updateHub'] = async ({ params, body, caller, request, wrote }) => {
    const { proId } = proOf(caller);
    const found = await loadHub(domain, params.id);
    if (!seesHub(found, proId)) throw new Rejection('not-found');
    const { collaboratorNumber } = planOf(await loadPro(domain, found.clinic.ownerId));
    const command = transition(body, found, { proId, collaboratorNumber });
    const { position } = await domain.clinics.execute(found.clinic.id, command, causeOf(request, now()));
    if (position) wrote(position);
    return { message: 'Hub updated', data: null };
  };

  const planVacation: Handlers['planVacation'] = async ({ body, caller, request, wrote }) => {
    const { proId } = proOf(caller);
    const { hub, member, clinic } = await ownHub(domain, body.hub_id, proId);
    const pro = await loadPro(domain, proId);
    if (!planOf(pro).vacationFunction) throw new Rejection('plan-required');
    const cause = causeOf(request, now());
    const period = periodOf(body, zones(clinic.details.timezone));
    const vacationId = deriveChildId(hub.hubId, cause.id, 'vacation');
    const planned = await domain.hubs.execute(
      hub.hubId,
      { type: 'plan-vacation', vacationId, period },
      cause,
    );
    if (planned.position) wrote(planned.position);
    const affected = await bookingsWithin(deps, proId, { proIds: [proId], period, clinicId: clinic.id });
    const data = vacationView({ hub, member, clinic, pro }, vacationId, period);
    return { message: 'Vacation created', data, affected };
  };

  const cancelVacation: Handlers['cancelVacation'] = async ({ params, caller, request, wrote }) => {
    const { hub } = await ownHub(domain, parentOf(params.id), proOf(caller).proId);
    const command = { type: 'cancel-vacation', vacationId: params.id } as const;
    const { position } = await domain.hubs.execute(hub.hubId, command, causeOf(request, now()));
    if (position) wrote(position);
    return { message: 'Vacation deleted', data: null };
  };

  return { updateHub, planVacation, cancelVacation } satisfies Handlers;
};
