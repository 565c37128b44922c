import type { ClinicView } from '@visita/contracts/clinic/views';

const allSteps = ['clinic', 'services', 'availability', 'proof', 'share'] as const;
export type StepName = (typeof allSteps)[number];

/** Returns the steps in order; the email confirmation is a step in strict mode only. */
export const stepsWith = (proofs: boolean): readonly StepName[] =>
  allSteps.filter((step) => proofs || step !== 'proof');

type Given = {
  proId: string;
  clinics: readonly ClinicView[];
  booked: boolean;
  proven: boolean;
};

/** Returns whether the professional has a service and hours, which is the end of the setup. */
export const canBeBooked = (proId: string, clinics: readonly ClinicView[]): boolean =>
  clinics.some(({ hubs }) =>
    hubs.some(
      (hub) =>
        hub.proId === proId &&
        hub.status === 'active' &&
        hub.availabilities.length > 0 &&
        hub.services.some(({ activated }) => activated),
    ),
  );

export const ownClinics = (proId: string, clinics: readonly ClinicView[]): ClinicView[] =>
  clinics.filter(({ owner_id: ownerId }) => ownerId === proId);

/** Returns which steps are done, derived from existing data. */
export const stepsDone = ({ proId, clinics, booked, proven }: Given): Record<StepName, boolean> => ({
  clinic: clinics.length > 0,
  services: clinics.some(({ clinic_services: services }) => services.length > 0),
  availability: canBeBooked(proId, clinics),
  proof: proven,
  share: booked,
});
