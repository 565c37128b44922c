import type { EntryTexts } from '../entries/entry.tsx';
import type { Entry } from '../model/calendar-events.ts';
import { partOf, timeText, wholeDay } from '../model/day-parts.ts';

/** Closing or vacation in a day's list, with its times unless it lasts all day. */
export const BehindRow = ({ entry, day, texts }: { entry: Entry; day: string; texts: EntryTexts }) => {
  const { kind, title, town } = entry;
  const { start, end } = partOf(entry, day) ?? { start: 0, end: wholeDay };
  const times = end - start < wholeDay && `${timeText(start)}–${timeText(end)}`;
  return (
    <p className={`agenda-behind entry-${kind}`}>
      {[times, title || texts.kinds[kind], town && texts.clockOf(town)].filter(Boolean).join(' · ')}
    </p>
  );
};
