import { channel as channels, partsOf, type ReminderStep } from '@visita/contracts/messages/plan';
import { Alert, NativeSelect, Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../ui/icons/icon-button.tsx';
import classes from './reminder-plan.module.css';
import type { Service } from './services.ts';
import { asksTooLate } from './too-late.ts';

/** Times before a visit that are offered; a plan may have others. */
const offered = [
  'PT1H',
  'PT2H',
  'PT3H',
  'PT24H',
  'P0D',
  ...[1, 2, 3, 5, 7, 14, 30].map((days) => `P${days}D`),
];
/** Local times that are offered, each half hour from 07:00 to 20:30. */
const times = Array.from({ length: 28 }, (_, nth) => {
  const minutes = 7 * 60 + nth * 30;
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${minutes % 60 === 0 ? '00' : '30'}`;
});

/** Returns the words for a duration before a visit. */
const useBefore = () => {
  const { t } = useTranslation('messages');
  return (before: string): string => {
    const { days, minutes } = partsOf(before) ?? { days: 0, minutes: 0 };
    const isWhole = minutes % 60 === 0;
    const exact = t(($) => (isWhole ? $.plan.hours : $.plan.minutes), {
      count: isWhole ? minutes / 60 : minutes,
    });
    if (minutes === 0) return t(($) => $.plan.days, { count: days });
    return days === 0
      ? exact
      : t(($) => $.plan.joined, { days: t(($) => $.plan.days, { count: days }), time: exact });
  };
};

/** Returns the step at another distance: days have a time of day, hours have none. */
const movedTo = (step: ReminderStep, before: string): ReminderStep => {
  const { days, minutes } = partsOf(before) ?? { days: 0, minutes: 0 };
  if (minutes > 0) return { ...step, before, at: null };
  return { ...step, before, at: days === 0 ? (step.at ?? '08:00') : step.at };
};

type Props = {
  step: ReminderStep;
  /** Number of the step, from 1. */
  nth: number;
  services: readonly Service[];
  /** Whether the pro has a provider of texts. */
  texts: boolean;
  /** Hours before a visit until which patients can cancel. */
  noticeHours: number;
  onChange: (step: ReminderStep) => void;
  onRemove: () => void;
};

/** Fields of one reminder; each change is saved at once. */
export const ReminderStepRow = ({ step, nth, services, texts, noticeHours, onChange, onRemove }: Props) => {
  const { t } = useTranslation('messages');
  const beforeText = useBefore();
  const { clinicServiceId, before, at, channel, ask } = step;
  const isInDays = partsOf(before)?.minutes === 0;
  const withOwn = (choices: readonly string[], own: string) => [...new Set([...choices, own])];
  const isKnown = clinicServiceId === null || services.some(({ id }) => id === clinicServiceId);
  return (
    <li className={classes['step']} aria-label={t(($) => $.plan.nth, { count: nth })}>
      <NativeSelect
        label={t(($) => $.plan.when)}
        data={withOwn(offered, before).map((value) => ({ value, label: beforeText(value) }))}
        value={before}
        onChange={({ currentTarget: { value } }) => onChange(movedTo(step, value))}
      />
      {isInDays && (
        <NativeSelect
          label={t(($) => $.plan.time)}
          data={[
            ...(before === 'P0D' ? [] : [{ value: '', label: t(($) => $.plan.visitTime) }]),
            ...withOwn(times, at ?? '08:00').toSorted(),
          ]}
          value={at ?? ''}
          onChange={({ currentTarget: { value } }) => onChange({ ...step, at: value || null })}
        />
      )}
      {services.length > 0 && (
        <NativeSelect
          label={t(($) => $.plan.service)}
          data={[
            { value: '', label: t(($) => $.plan.all) },
            ...services.map(({ id, name }) => ({ value: id, label: name })),
            ...(isKnown ? [] : [{ value: clinicServiceId, label: t(($) => $.plan.otherService) }]),
          ]}
          value={clinicServiceId ?? ''}
          onChange={({ currentTarget: { value } }) => onChange({ ...step, clinicServiceId: value || null })}
        />
      )}
      {(texts || channel !== 'mail') && (
        <NativeSelect
          label={t(($) => $.plan.channel)}
          data={channels.options.map((value) => ({ value, label: t(($) => $.plan.channels[value]) }))}
          value={channel}
          onChange={({ currentTarget: { value } }) => onChange({ ...step, channel: channels.parse(value) })}
        />
      )}
      <Switch
        className={classes['ask']}
        size="md"
        label={t(($) => $.plan.ask)}
        checked={ask}
        onChange={(event) => onChange({ ...step, ask: event.currentTarget.checked })}
      />
      <IconButton
        className={classes['remove']}
        icon="trash"
        label={t(($) => $.plan.remove, { count: nth })}
        onClick={onRemove}
      />
      {asksTooLate(step, noticeHours) && (
        <Alert className={classes['late']} color="yellow" role="status">
          {t(($) => $.plan.tooLate, { count: noticeHours })}
        </Alert>
      )}
    </li>
  );
};
