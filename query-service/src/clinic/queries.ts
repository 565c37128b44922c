import { Rejection } from '@visita/contracts/problem';
import { provinces } from '@visita/contracts/reference/provinces';
import { specializations } from '@visita/contracts/reference/specializations';
import { proOf, type Caller } from '@visita/platform/auth/caller';
import type { Handlers } from '@visita/platform/http/calls';
import type { Dependencies } from '../dependencies.ts';
import { found } from '../rows.ts';
import { bookableHubs, type Membership, ownHubs, seesClinic } from './membership.ts';
import { readClinics } from './rows.ts';
import { createShown } from './shown.ts';
import {
  clinicView,
  hubView,
  publicClinicView,
  publicHubView,
  publicServiceViews,
  serviceViews,
  type ShownClinic,
  type ShownClinics,
} from '@visita/read-model/clinic/view';

type Access = { readonly all: ShownClinics; readonly clinic: ShownClinic; readonly viewerId: string | null };

const createAccess = ({
  pool,
  strict,
  clock,
  membershipsOf,
}: Pick<Dependencies, 'pool' | 'strict' | 'clock' | 'membershipsOf'>) => {
  /** Returns the ids of the clinics that a pro sees as a member. */
  const visibleTo = async (proId: string): Promise<string[]> => {
    const memberships = await membershipsOf(proId);
    return [...new Set(memberships.filter(seesClinic).map(({ clinic_id }) => clinic_id))];
  };

  return {
    visibleTo,
    /**
     * Returns a clinic for a member, an archived one for its owner if requested, or a bookable one for a
     * visitor; else throws `not-found`.
     */
    clinic: async (clinicId: string, caller: Caller, { archived = false } = {}): Promise<Access> => {
      const viewerId = caller.kind === 'pro' ? caller.proId : null;
      const memberships = viewerId === null ? [] : await membershipsOf(viewerId);
      const sees = (one: Membership) => seesClinic(one) || (archived && one.owner);
      const own = memberships.find((one) => one.clinic_id === clinicId && sees(one));
      const all = await readClinics({ pool, clock }, [clinicId], own && [own.clinic_status]);
      const clinic = found(all.clinics[0]);
      if (!own && bookableHubs(all, strict).length === 0) throw new Rejection('not-found');
      return { all, clinic, viewerId: own ? viewerId : null };
    },
  };
};

/** Creates reads of clinics and hubs as their members see them. */
const createOwn = (
  { pool, strict, clock, membershipsOf }: Pick<Dependencies, 'pool' | 'strict' | 'clock' | 'membershipsOf'>,
  access: ReturnType<typeof createAccess>,
) => {
  const memberClinics = async (proId: string) => {
    const all = await readClinics({ pool, clock }, await access.visibleTo(proId));
    return all.clinics.map((clinic) => clinicView(all, clinic, proId));
  };

  const hubsOf = async (proId: string) => {
    const memberships = await membershipsOf(proId);
    const all = await readClinics({ pool, clock }, [
      ...new Set(memberships.map(({ clinic_id }) => clinic_id)),
    ]);
    return all.clinics.flatMap((clinic) =>
      ownHubs(all, proId, strict)
        .filter((hub) => hub.clinic_id === clinic.clinic_id)
        .map((hub) => hubView(all, { clinic, hub }, proId)),
    );
  };
  return { memberClinics, hubsOf };
};

export const clinicHandlers = (dependencies: Dependencies) => {
  const access = createAccess(dependencies);
  const shown = createShown(dependencies);
  const { memberClinics, hubsOf } = createOwn(dependencies, access);

  return {
    getSpecializations: async () => ({ message: 'Specializations', data: [...specializations] }),
    getProvinces: async () => ({ message: 'Provinces', data: [...provinces] }),
    getServices: async ({ caller }) => {
      const all = await readClinics(dependencies, await access.visibleTo(proOf(caller).proId));
      return { message: 'Services', data: all.clinics.flatMap((clinic) => serviceViews(all, clinic)) };
    },
    getClinics: async ({ caller }) => ({
      message: 'Clinics',
      data: await memberClinics(proOf(caller).proId),
    }),
    getClinic: async ({ params, caller }) => {
      const { all, clinic, viewerId } = await access.clinic(params.id, caller, { archived: true });
      const data = viewerId === null ? publicClinicView(all, clinic) : clinicView(all, clinic, viewerId);
      return { message: 'Clinic', data };
    },
    getClinicServices: async ({ params, caller }) => {
      const { all, clinic, viewerId } = await access.clinic(params.id, caller);
      const data = viewerId === null ? publicServiceViews(all, clinic) : serviceViews(all, clinic);
      return { message: 'Services', data };
    },
    getProHubs: async ({ params, caller }) => {
      if (isSelf(caller, params.id)) return { message: 'Hubs', data: await hubsOf(params.id) };
      const { all, hubs } = await shown.hubsOf(params.id);
      return { message: 'Hubs', data: hubs.map((hub) => publicHubView(all, hub)) };
    },
    getProClinics: async ({ params, caller }) => {
      if (isSelf(caller, params.id)) return { message: 'Clinics', data: await memberClinics(params.id) };
      const { all, clinics } = await shown.clinicsOf(params.id);
      return { message: 'Clinics', data: clinics.map((clinic) => publicClinicView(all, clinic)) };
    },
  } satisfies Handlers;
};

const isSelf = (caller: Caller, proId: string): boolean => caller.kind === 'pro' && caller.proId === proId;
