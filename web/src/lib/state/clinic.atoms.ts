import type { ClinicView, HubView } from '@visita/contracts/clinic/views';
import { atom } from 'jotai';

export type ClinicPanel =
  | { panel: 'clinic' }
  | { panel: 'hub'; hub: HubView }
  | { panel: 'edit' | 'services'; clinic: ClinicView }
  /** True to add oneself. */
  | { panel: 'collaborator'; clinic: ClinicView; myself?: true };

/** The open panel of the clinics screen, which other screens can open. */
export const clinicPanelAtom = atom<ClinicPanel | null>(null);
