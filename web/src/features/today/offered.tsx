import type { HeldTime } from '@visita/contracts/booking/views';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { takeBack } from '../../lib/data/waiting.api.ts';
import { dayOf, wallNow, wallTimeOf } from '../../lib/time/wall-clock.ts';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { Section } from '../../ui/layout/section.tsx';
import type { Filters } from './sheet.ts';
import classes from './today.module.css';

const Offer = ({ time }: { time: HeldTime }) => {
  const { t } = useTranslation('today');
  const { sending, submit } = useSubmit({ failed: 'waitingFailed', done: 'offerTakenBack' });
  const { id, date, until, offered_to: name } = time;
  const [start, end] = [wallTimeOf(date), wallTimeOf(until)];
  return (
    <li>
      <strong>{[start, name].filter(Boolean).join(' ')}</strong>
      <span>{t(($) => $.offered.until, { time: end })}</span>
      <Button
        variant="default"
        size="compact-sm"
        loading={sending}
        aria-label={t(($) => $.offered.takeBackOf, { start })}
        onClick={() => void submit(() => takeBack(id))}
      >
        {t(($) => $.offered.takeBack)}
      </Button>
    </li>
  );
};

type Props = { held: readonly HeldTime[]; filters: Pick<Filters, 'date' | 'clinicId' | 'proId'>; now: Date };

/** Times of the day that are offered to people on the waiting list. */
export const Offered = ({ held, filters: { date: day, clinicId, proId }, now }: Props) => {
  const { t } = useTranslation('today');
  const offered = held.filter(
    (time) =>
      time.offered_to !== undefined &&
      dayOf(time.date) === (day ?? dayOf(wallNow(time.timezone, now))) &&
      (clinicId === null || time.clinic_id === clinicId) &&
      (proId === null || time.pro_id === proId),
  );
  if (offered.length === 0) return null;
  return (
    <Section title={t(($) => $.offered.title)}>
      <ul className={classes['toCall']}>
        {offered.map((time) => (
          <Offer key={time.id} time={time} />
        ))}
      </ul>
    </Section>
  );
};
