import type { FreeTimes } from '@visita/contracts/booking/free-times';
import { minutesOf } from '../../lib/booking/remarks.ts';
import type { When } from '../../lib/state/booking.atoms.ts';
import { firstDayOf, useFreeTimes } from '../../ui/fields/free-times.tsx';
import { andServicesOf } from '../../ui/fields/further-services.tsx';
import type { useChoices } from '../../ui/fields/service-fields.tsx';

/**
 * Returns whether a visit may start at a time: at a free start, or between two free starts whose visits leave no time
 * between them.
 */
const isFreeAt = (time: string, times: readonly string[], duration: number): boolean => {
  const before = times.findLast((one) => one <= time);
  const after = times.find((one) => one >= time);
  return before !== undefined && after !== undefined && minutesOf(after) - minutesOf(before) <= duration;
};

type Choices = ReturnType<typeof useChoices>;

/**
 * Returns a professional who is free at the typed time if the first available one is wanted; null if none is, and
 * undefined if another was chosen or the answer is awaited.
 */
export const useFirstFree = (
  { clinic, listed, further, hub, firstAvailable }: Choices,
  { day, time }: When,
): FreeTimes['professionals'][number] | null | undefined => {
  const asked = firstAvailable && !hub && day !== null && time !== '';
  const place = {
    clinicId: asked ? clinic?.id : undefined,
    clinicServiceId: listed?.clinicServiceId,
    andServices: andServicesOf(further),
    proId: undefined,
  };
  const answer = useFreeTimes(place, firstDayOf(day)).data?.data;
  if (!asked || !answer) return undefined;
  const free = answer.days.find(({ date }) => date === day)?.free ?? [];
  return (
    answer.professionals.find(({ hubServiceId, duration }) => {
      const times = free.find((one) => one.hubServiceId === hubServiceId)?.times ?? [];
      return isFreeAt(time, times, duration);
    }) ?? null
  );
};
