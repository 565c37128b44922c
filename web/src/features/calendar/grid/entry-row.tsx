import { wallTimeOf } from '../../../lib/time/wall-clock.ts';
import { Icon } from '../../../ui/icons/icons.tsx';
import { Marks, marksOf, titleOf, type EntryTexts } from '../entries/entry.tsx';
import { ReleaseHold } from '../entries/release-hold.tsx';
import type { Entry } from '../model/calendar-events.ts';
import './entry-row.css';

type Props = {
  entry: Entry;
  texts: EntryTexts;
  colour: number | undefined;
  /** False in a list of one professional. */
  named?: boolean;
  /** Null if there are no details: others' blocks and holds. */
  onOpen: (() => void) | null;
};

/** Returns the status of a booking with its marks; empty for blocks and holds. */
const statusOf = (entry: Entry, texts: EntryTexts): string => {
  const { kind } = entry;
  if (kind === 'held' || kind === 'block') return '';
  const marks = marksOf(entry).map((mark) => texts.marks[mark]);
  if (kind === 'orphan') return [texts.kinds.orphan, ...marks].join(' · ');
  return marks.join(' · ') || texts.confirmed;
};

/** Row of a list with time, patient, service, phone and status. */
export const EntryRow = ({ entry, texts, colour, named = true, onOpen }: Props) => {
  const { id, kind, service, detail, phone, start, end, town, offeredTo } = entry;
  const facts =
    kind === 'held'
      ? []
      : [
          ...new Set([service, ...(named || kind !== 'others' ? [detail] : [])]),
          phone?.replace(' ', '\u00a0'),
        ];
  const beside = [town && texts.clockOf(town), ...facts].filter(Boolean).join(' · ');
  const status = statusOf(entry, texts);
  const Line = onOpen ? 'button' : 'div';
  return (
    <li>
      <Line
        {...(onOpen && { type: 'button', onClick: onOpen, 'data-entry': id })}
        className={`entry agenda-entry entry-${kind}`}
        data-colour={colour}
      >
        <span className="agenda-time">{`${wallTimeOf(start)}–${wallTimeOf(end)}`}</span>
        <span className="agenda-mark" aria-hidden="true" />
        <span className="agenda-text">
          <strong>{titleOf(entry, texts)}</strong>
          {beside && <span>{beside}</span>}
          {kind !== 'own' && offeredTo === undefined && (
            <span className="visually-hidden">{`(${texts.kinds[kind]})`}</span>
          )}
        </span>
        {status && (
          <span className="agenda-status">
            {kind === 'orphan' && <Icon name="warning" size={16} />}
            <Marks entry={entry} size={16} />
            <span>{status}</span>
          </span>
        )}
        {kind === 'held' && <ReleaseHold entry={entry} />}
      </Line>
    </li>
  );
};
