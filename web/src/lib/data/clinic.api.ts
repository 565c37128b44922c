import type { AvailabilityView, ClinicView, HubView } from '@visita/contracts/clinic/views';
import type { Pro } from '@visita/contracts/pro/views';
import type { clinicServiceRow } from '@visita/contracts/api/clinic';
import { useMemo } from 'react';
import { mutate } from 'swr';
import type { z } from 'zod';
import { call } from '../api/client.ts';
import { isCall } from '../api/rereads.ts';
import { patchAnswers, useCall } from '../api/use-call.ts';

/** The pro's own clinics and those they work at. A pro always gets the full view. */
export const useClinics = (pro: Pro) => {
  const { data, ...rest } = useCall('getProClinics', { params: { id: pro.id } });
  const clinics = data?.data as ClinicView[] | undefined;
  // The same until they are read again, for what is made of them to stay the same too.
  const active = useMemo(() => clinics?.filter(({ status }) => status === 'active'), [clinics]);
  return { data: active, ...rest };
};

/** The pro's hubs, invitations included. */
export const useHubs = (pro: Pro) => {
  const { data, ...rest } = useCall('getProHubs', { params: { id: pro.id } });
  return { data: data?.data as HubView[] | undefined, ...rest };
};

/** Provinces and specializations: reference data, read once. */
export const useProvinces = () => useCall('getProvinces', {});
export const useSpecializations = () => useCall('getSpecializations', {});

/** Reads clinics and hubs again after a change of theirs. */
export const refreshClinics = async (): Promise<void> => {
  await Promise.all([mutate(isCall('getProClinics')), mutate(isCall('getProHubs'))]);
};

const patchClinics = (change: (clinic: ClinicView) => ClinicView): Promise<unknown> =>
  // A pro always gets the full view.
  patchAnswers('getProClinics', (clinics) => (clinics as ClinicView[]).map(change));

/** Shows a clinic as it will be; reading again makes it true, or takes it back. */
export const patchClinic = (id: string, change: Partial<ClinicView>): Promise<unknown> =>
  patchClinics((clinic) => (clinic.id === id ? { ...clinic, ...change } : clinic));

/** The same for a hub. */
export const patchHub = (id: string, change: Partial<HubView>): Promise<unknown> =>
  patchClinics((clinic) => ({
    ...clinic,
    hubs: clinic.hubs.map((hub) => (hub.id === id ? { ...hub, ...change } : hub)),
  }));

/** Active collaborators, as the plan's limit counts them: without the owner. */
export const activeCollaborators = ({ hubs }: ClinicView): number =>
  hubs.filter(({ status, role }) => status === 'active' && role !== 'owner').length;

/** Hubs that answer an invitation: not the pro's own, and not ended. */
export const invitationsOf = (hubs: readonly HubView[]): HubView[] =>
  hubs.filter(
    ({ role, status }) =>
      role !== 'owner' && role !== 'manager' && status !== 'archived' && status !== 'rejected',
  );

export type ServiceRow = Omit<z.input<typeof clinicServiceRow>, 'clinicId' | 'activated'>;
export type Availability = Omit<AvailabilityView, 'id' | 'hubId'>;

/** Adds rows of the service form to a clinic. */
export const addServices = (clinicId: string, rows: readonly ServiceRow[], idempotencyKey: string) =>
  call('addClinicServices', {
    body: rows.map((row) => ({ ...row, activated: true as const, clinicId })),
    idempotencyKey,
  });
