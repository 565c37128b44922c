import type { BookingView } from './views.ts';

/** Visits of one professional; id and name are empty for visits to be reassigned. */
export type Group = { readonly id: string; readonly name: string; readonly visits: readonly BookingView[] };

const proOf = ({ status, pro_id: id }: BookingView): string => (status === 'orfan' ? '' : id);

/** Returns visits by professional, in the order of names; visits to be reassigned are last. */
export const groupsOf = (visits: readonly BookingView[]): Group[] =>
  [...new Set(visits.map(proOf))]
    .map((id) => {
      const own = visits.filter((visit) => proOf(visit) === id);
      return { id, name: id && (own[0]?.doctor_name ?? ''), visits: own };
    })
    .toSorted(
      (one, other) => Number(one.id === '') - Number(other.id === '') || one.name.localeCompare(other.name),
    );
