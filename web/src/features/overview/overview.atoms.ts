import { atom } from 'jotai';
import type { Weeks } from './period.ts';

/** What the overview shows: null is every clinic, every professional. */
export type OverviewFilters = {
  readonly weeks: Weeks;
  readonly clinicId: string | null;
  readonly professionalId: string | null;
};

export const overviewAtom = atom<OverviewFilters>({ weeks: 12, clinicId: null, professionalId: null });
