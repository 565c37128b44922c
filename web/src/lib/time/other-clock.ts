import type { ClinicView } from '@visita/contracts/clinic/views';
import { wallNow } from './wall-clock.ts';

/** A town, and the zone of its clock. */
export type Place = Pick<ClinicView, 'city' | 'timezone'>;

// Every entry of the months that are loaded is asked about.
const compared = new Map<string, boolean>();

/** Returns whether the clocks of two zones differ on a day. */
export const clocksDiffer = (one: string, other: string, day: string): boolean => {
  if (one === other) return false;
  const key = `${one} ${other} ${day}`;
  const known = compared.get(key);
  if (known !== undefined) return known;
  const noon = new Date(`${day}T12:00:00Z`);
  const differ = wallNow(one, noon) !== wallNow(other, noon);
  compared.set(key, differ);
  return differ;
};

/** Returns the clinic by whose clock the calendar tells the time: the filter's, else the first one. */
export const clinicOfClock = (
  clinics: readonly ClinicView[] | undefined,
  clinicId: string | null,
): ClinicView | undefined => clinics?.find(({ id }) => id === clinicId) ?? clinics?.[0];

/** Returns the town whose clock tells a time of a day; null where all the clinics have that clock. */
export const townAmong = (clinics: readonly Place[], place: Place | undefined, day: string): string | null =>
  place && clinics.some(({ timezone }) => clocksDiffer(timezone, place.timezone, day)) ? place.city : null;
