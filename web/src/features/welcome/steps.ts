import type { ClinicView } from '@visita/contracts/clinic/views';

const allSteps = ['clinic', 'services', 'availability', 'proof', 'share'] as const;
export type StepName = (typeof allSteps)[number];

/** The steps in their order; an address is proven where it counts by that only. */
export const stepsWith = (proofs: boolean): readonly StepName[] =>
  allSteps.filter((step) => proofs || step !== 'proof');

type Given = {
  proId: string;
  /** The clinics that the pro owns. */
  clinics: readonly ClinicView[];
  /** Whether anybody is booked: the link has found its way, or is not needed. */
  booked: boolean;
  /** Whether the pro's address is proven. */
  proven: boolean;
};

/** Whether there is anything that the pro can be booked for, some day: the end of setting up. */
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

/** The clinics that the pro owns. */
export const ownClinics = (proId: string, clinics: readonly ClinicView[]): ClinicView[] =>
  clinics.filter(({ owner_id: ownerId }) => ownerId === proId);

/** What a new pro has done so far, told by what is there. */
export const stepsDone = ({ proId, clinics, booked, proven }: Given): Record<StepName, boolean> => ({
  clinic: clinics.length > 0,
  services: clinics.some(({ clinic_services: services }) => services.length > 0),
  availability: canBeBooked(proId, clinics),
  proof: proven,
  share: booked,
});
