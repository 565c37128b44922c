import type { SlotReason, SlotReasons } from '@visita/contracts/booking/slot-reasons';
import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../lib/text/i18n.ts';
import { useCall } from '../../lib/api/use-call.ts';
import { dateOf, dayFormat, dayOf, wallTimeOf } from '../../lib/time/wall-clock.ts';
import { Missing } from '../../ui/feedback/states.tsx';
import classes from './new-booking.module.css';

type SlotQuery = { clinicId: string; hubServiceId: string; andServices: string | undefined; day: string };

/** Returns a function that words a reason, with the day if a time is on another day. */
const useReasonText = (day: string) => {
  const { t, i18n } = useTranslation('appointment');
  const written = dayFormat(currentLanguage(i18n), { day: 'numeric', month: 'short' });
  const say = (wall: string | null) => {
    if (!wall) return '';
    const of = dayOf(wall);
    return [of === day ? '' : written.format(dateOf(of)), wallTimeOf(wall)].filter(Boolean).join(' ');
  };
  return ({ reason, from, to, minutes, until }: SlotReason): string =>
    t(($) => $.why.reasons[reason], {
      from: say(from),
      to: say(to),
      minutes,
      until: wallTimeOf(until ?? ''),
    });
};

type Refused = SlotReasons['refused'][number];

/** Groups consecutive times refused for the same reason. */
const inStretches = (refused: readonly Refused[], textOf: (reason: SlotReason) => string) => {
  const stretches: { first: string; last: string; text: string }[] = [];
  for (const { time, reasons } of refused) {
    const text = [...new Set(reasons.map(textOf))].join('; ');
    const before = stretches.at(-1);
    if (before?.text === text) before.last = time;
    else stretches.push({ first: time, last: time, text });
  }
  return stretches;
};

const Reasons = ({ clinicId, hubServiceId, andServices, day }: SlotQuery) => {
  const { t } = useTranslation('appointment');
  const query = { hubServiceId, date: day, ...(andServices && { andServices }) };
  const loaded = useCall('getSlotReasons', { params: { clinicId }, query });
  const textOf = useReasonText(day);
  const found = loaded.data?.data;
  if (!found) return <Missing load={loaded} text={t(($) => $.why.failed)} />;
  if (!found.online) return <Text size="sm">{t(($) => $.why.notOnline)}</Text>;
  if (found.offered.length + found.refused.length === 0)
    return <Text size="sm">{t(($) => $.why.noHours)}</Text>;
  return (
    <ul className={classes['reasons']} aria-label={t(($) => $.why.title)}>
      {found.offered.length > 0 && (
        <li>
          <b>{t(($) => $.why.offered)}</b> {found.offered.join(', ')}
        </li>
      )}
      {inStretches(found.refused, textOf).map(({ first, last, text }) => (
        <li key={`${first} ${text}`}>
          <b>{first === last ? first : `${first}–${last}`}</b> {text}
        </li>
      ))}
    </ul>
  );
};

type Props = {
  clinicId: string | undefined;
  hubServiceId: string | undefined;
  /** Ids of the further services of the visit, separated by commas. */
  andServices: string | undefined;
  day: string | null;
};

/** Explains on request why patients are not offered other times of a day. */
export const WhyNot = ({ clinicId, hubServiceId, day, ...further }: Props) => {
  const { t } = useTranslation('appointment');
  const [open, setOpen] = useState(false);
  if (!clinicId || !hubServiceId || !day) return null;
  return (
    <div>
      <Button
        variant="subtle"
        size="compact-sm"
        style={{ marginInlineStart: 'calc(-1 * var(--button-padding-x))' }}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {t(($) => $.why.title)}
      </Button>
      {open && <Reasons clinicId={clinicId} hubServiceId={hubServiceId} day={day} {...further} />}
    </div>
  );
};
