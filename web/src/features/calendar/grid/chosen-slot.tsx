import { useAtomValue } from 'jotai';
import { useEffect, useMemo, useRef } from 'react';
import { chosenSlotAtom } from '../../../lib/state/booking.atoms.ts';
import type { Column } from '../model/columns.ts';
import { minuteOf, timeText, wholeDay, type Stretch } from '../model/day-parts.ts';

export type Chosen = Stretch & { patient: string };

/** Returns a function that gives the slot chosen in the form of a new booking, in the column where it belongs. */
export const useChosenSlot = () => {
  const slot = useAtomValue(chosenSlotAtom);
  return useMemo(() => {
    if (!slot) return () => null;
    const start = minuteOf(`${slot.day}T${slot.time}`);
    const chosen = { start, end: Math.min(wholeDay, start + slot.minutes), patient: slot.patient };
    return ({ day, pro }: Pick<Column, 'day' | 'pro'>): Chosen | null =>
      day === slot.day && (pro === null || pro.id === slot.proId) ? chosen : null;
  }, [slot]);
};

type Props = { chosen: Chosen; scale: number };

/** Outline of the chosen slot, which is scrolled into view when it moves. */
export const ChosenSlot = ({ chosen, scale }: Props) => {
  const element = useRef<HTMLDivElement>(null);
  const { start, end, patient } = chosen;
  useEffect(() => element.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' }), [start]);
  return (
    <div
      ref={element}
      className="time-ghost time-chosen"
      style={{ top: start * scale, height: (end - start) * scale }}
    >
      {patient ? `${timeText(start)} ${patient}` : `${timeText(start)}–${timeText(end)}`}
    </div>
  );
};
