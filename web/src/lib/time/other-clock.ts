import type { ClinicView } from '@visita/contracts/clinic/views';
import { wallNow } from './wall-clock.ts';

export type Place = Pick<ClinicView, 'city' | 'timezone'>;

// The results are cached, because every entry of the loaded months is compared.
const compared = new Map<string, boolean>();

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

/** Returns the clinic whose clock the calendar uses: the filter's, else the first one. */
export const clinicOfClock = (
  clinics: readonly ClinicView[] | undefined,
  clinicId: string | null,
): ClinicView | undefined => clinics?.find(({ id }) => id === clinicId) ?? clinics?.[0];

/** Returns the city of a clock on a day; null if all clinics have the same clock. */
export const townAmong = (clinics: readonly Place[], place: Place | undefined, day: string): string | null =>
  place && clinics.some(({ timezone }) => clocksDiffer(timezone, place.timezone, day)) ? place.city : null;
