import { atom } from 'jotai';
import type { Weeks } from './period.ts';

/** Filters of the overview; null means all. */
export type OverviewFilters = {
  readonly weeks: Weeks;
  readonly clinicId: string | null;
  readonly professionalId: string | null;
};

export const overviewAtom = atom<OverviewFilters>({ weeks: 12, clinicId: null, professionalId: null });
