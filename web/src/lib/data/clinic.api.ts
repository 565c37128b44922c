import type { AvailabilityView, ClinicView, HubView } from '@visita/contracts/clinic/views';
import type { Pro } from '@visita/contracts/pro/views';
import type { clinicServiceRow } from '@visita/contracts/api/clinic';
import { useMemo } from 'react';
import { mutate } from 'swr';
import type { z } from 'zod';
import { call } from '../api/client.ts';
import { isCall } from '../api/rereads.ts';
import { patchAnswers, useCall } from '../api/use-call.ts';

/** The professional's own clinics and those they work at, always in full view. */
export const useClinics = (pro: Pro) => {
  const { data, ...rest } = useCall('getProClinics', { params: { id: pro.id } });
  const clinics = data?.data as ClinicView[] | undefined;
  // Memoised, so that derived values stay the same until the next read.
  const active = useMemo(() => clinics?.filter(({ status }) => status === 'active'), [clinics]);
  return { data: active, ...rest };
};

/** The professional's hubs, including invitations. */
export const useHubs = (pro: Pro) => {
  const { data, ...rest } = useCall('getProHubs', { params: { id: pro.id } });
  return { data: data?.data as HubView[] | undefined, ...rest };
};

/** Reference data, read once. */
export const useProvinces = () => useCall('getProvinces', {});
export const useSpecializations = () => useCall('getSpecializations', {});

export const refreshClinics = async (): Promise<void> => {
  await Promise.all([mutate(isCall('getProClinics')), mutate(isCall('getProHubs'))]);
};

const patchClinics = (change: (clinic: ClinicView) => ClinicView): Promise<unknown> =>
  // Professionals always get the full view.
  patchAnswers('getProClinics', (clinics) => (clinics as ClinicView[]).map(change));

/** Changes a clinic optimistically; the next read confirms or reverts it. */
export const patchClinic = (id: string, change: Partial<ClinicView>): Promise<unknown> =>
  patchClinics((clinic) => (clinic.id === id ? { ...clinic, ...change } : clinic));

export const patchHub = (id: string, change: Partial<HubView>): Promise<unknown> =>
  patchClinics((clinic) => ({
    ...clinic,
    hubs: clinic.hubs.map((hub) => (hub.id === id ? { ...hub, ...change } : hub)),
  }));

/** Counts active collaborators as the plan's limit does, without the owner. */
export const activeCollaborators = ({ hubs }: ClinicView): number =>
  hubs.filter(({ status, role }) => status === 'active' && role !== 'owner').length;

/** Returns the hubs that came from an invitation and have not ended. */
export const invitationsOf = (hubs: readonly HubView[]): HubView[] =>
  hubs.filter(
    ({ role, status }) =>
      role !== 'owner' && role !== 'manager' && status !== 'archived' && status !== 'rejected',
  );

export type ServiceRow = Omit<z.input<typeof clinicServiceRow>, 'clinicId' | 'activated'>;
export type Availability = Omit<AvailabilityView, 'id' | 'hubId'>;

export const addServices = (clinicId: string, rows: readonly ServiceRow[], idempotencyKey: string) =>
  call('addClinicServices', {
    body: rows.map((row) => ({ ...row, activated: true as const, clinicId })),
    idempotencyKey,
  });
