import type { ClinicView, HubView } from '@visita/contracts/clinic/views';
import { atom } from 'jotai';

export type ClinicPanel =
  | { panel: 'clinic' }
  | { panel: 'hub'; hub: HubView }
  | { panel: 'edit' | 'services'; clinic: ClinicView }
  /** For oneself where that is known before. */
  | { panel: 'collaborator'; clinic: ClinicView; myself?: true };

/** The open panel of the clinics' screen, which other screens may lead to. */
export const clinicPanelAtom = atom<ClinicPanel | null>(null);
