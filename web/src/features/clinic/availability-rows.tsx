import { day, wallTime, workingDay } from '@visita/contracts/fields';
import { Button, Select, Text } from '@mantine/core';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { currentLanguage } from '../../lib/text/i18n.ts';
import { dateOf, dayFormat, wallNow } from '../../lib/time/wall-clock.ts';
import { Fieldset } from '../../ui/fields/fieldset.tsx';
import { RemoveButton } from '../../ui/icons/icon-button.tsx';
import { Icon } from '../../ui/icons/icons.tsx';
import { onEnter } from '../../ui/fields/on-enter.ts';
import { TimeField } from '../../ui/fields/time-field.tsx';
import type { Availability } from '../../lib/data/clinic.api.ts';
import { AvailabilityWeeks, everyWeek, type Weeks } from './availability-weeks.tsx';
import classes from './clinic.module.css';
import { Why } from '../../ui/forms/why.tsx';

const empty = { working_day: '', starting_hour: '', ending_hour: '', ...everyWeek };
const usual = { ...empty, working_day: '8', starting_hour: '09:00', ending_hour: '18:00' };
const entry = z
  .object({
    working_day: workingDay,
    starting_hour: wallTime,
    ending_hour: wallTime,
    valid_from: day.nullable(),
    valid_until: day.nullable(),
    every_weeks: z.int().nullable(),
    anchor_monday: day.nullable(),
  })
  .refine(({ starting_hour: start, ending_hour: end }) => start < end)
  .refine(({ every_weeks: every, anchor_monday: anchor }) => (every === null) === (anchor === null))
  .refine(({ valid_from: from, valid_until: until }) => !from || !until || from <= until);
const weekdays = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const;
type Day = (typeof weekdays)[number];

type EntriesProps = {
  entries: readonly Availability[];
  /** Saves the change; resolves to false if it failed. */
  onChange: (entries: Availability[]) => void | Promise<boolean>;
  busy?: boolean;
};

export type HoursDraft = Omit<Availability, 'working_day'> & { working_day: string };

type Props = EntriesProps & {
  /** Values of the row that is not added yet; null before anything is typed. */
  adding: HoursDraft | null;
  onAdding: (adding: HoursDraft | null) => void;
};

/** Words the weeks in which a row applies; empty if it applies every week. */
const useWeeksText = () => {
  const { t, i18n } = useTranslation('clinic');
  const written = dayFormat(currentLanguage(i18n), { day: 'numeric', month: 'short', year: 'numeric' });
  const say = (day: string) => written.format(dateOf(day));
  return (row: Weeks): string[] => [
    ...(row.every_weeks && row.anchor_monday
      ? [t(($) => $.availability.everyFrom, { weeks: row.every_weeks, day: say(row.anchor_monday) })]
      : []),
    ...(row.valid_from ? [t(($) => $.availability.fromDay, { day: say(row.valid_from) })] : []),
    ...(row.valid_until ? [t(($) => $.availability.untilDay, { day: say(row.valid_until) })] : []),
  ];
};

const AddedAvailabilities = ({ entries, onChange, busy = false }: EntriesProps) => {
  const { t } = useTranslation('clinic');
  const said = useWeeksText();
  return (
    <ul aria-label={t(($) => $.availability.added)}>
      {entries.map((added) => {
        const weekday = t(($) => $.days[String(added.working_day) as Day]);
        const text = [`${weekday}, ${added.starting_hour}–${added.ending_hour}`, ...said(added)].join(' · ');
        return (
          <li key={text} className={classes['row']}>
            <Text className="tabular">{text}</Text>
            <RemoveButton
              label={t(($) => $.availability.remove, { entry: text })}
              disabled={busy}
              onClick={() => void onChange(entries.filter((other) => other !== added))}
            />
          </li>
        );
      })}
    </ul>
  );
};

const weeksOf = ({ valid_from, valid_until, every_weeks, anchor_monday }: Weeks): Weeks => ({
  valid_from,
  valid_until,
  every_weeks,
  anchor_monday,
});

const isSame = (one: Availability, other: Availability) =>
  one.working_day === other.working_day &&
  one.starting_hour === other.starting_hour &&
  one.ending_hour === other.ending_hour &&
  JSON.stringify(weeksOf(one)) === JSON.stringify(weeksOf(other));

const DayAndHours = ({ draft, set }: { draft: HoursDraft; set: (change: Partial<HoursDraft>) => void }) => {
  const { t } = useTranslation('clinic');
  return (
    <div className={classes['three']}>
      <Select
        label={t(($) => $.availability.day)}
        placeholder={t(($) => $.choose)}
        data={weekdays.map((value) => ({ value, label: t(($) => $.days[value]) }))}
        value={draft.working_day || null}
        onChange={(chosen) => set({ working_day: chosen ?? '' })}
        allowDeselect={false}
      />
      <TimeField
        label={t(($) => $.availability.from)}
        value={draft.starting_hour}
        onChange={(time) => set({ starting_hour: time.slice(0, 5) })}
      />
      <TimeField
        label={t(($) => $.availability.to)}
        value={draft.ending_hour}
        onChange={(time) => set({ ending_hour: time.slice(0, 5) })}
      />
    </div>
  );
};

/** Weekly availability rows: a day (or Monday to Friday, or every day), from, to. */
export const AvailabilityRows = ({ entries, onChange, adding, onAdding, busy = false }: Props) => {
  const { t } = useTranslation(['clinic', 'common']);
  const box = useRef<HTMLDivElement>(null);
  const draft = adding ?? (entries.length === 0 ? usual : empty);
  const set = (change: Partial<HoursDraft>) => onAdding({ ...draft, ...change });
  const parsed = entry.safeParse({ ...draft, working_day: Number(draft.working_day) });
  const inverted = draft.ending_hour !== '' && draft.starting_hour >= draft.ending_hour;
  const addable = !busy && parsed.success && !entries.some((other) => isSame(other, parsed.data));
  const add = async () => {
    if (!parsed.success || !addable) return;
    const unread = [...(box.current?.querySelectorAll('input') ?? [])].find((field) => !field.validity.valid);
    if (unread) return void unread.reportValidity();
    const changed = await onChange([...entries, parsed.data]);
    if (changed !== false) onAdding(null);
  };
  return (
    <Fieldset title={t(($) => $.availability.title)}>
      {entries.length > 0 && <AddedAvailabilities entries={entries} onChange={onChange} busy={busy} />}
      <div ref={box} className={classes['box']} onKeyDown={onEnter(() => void add())}>
        <DayAndHours draft={draft} set={set} />
        <AvailabilityWeeks weeks={draft} today={wallNow(undefined).slice(0, 10)} set={set} />
        {inverted && (
          <Text c="red" size="sm" role="alert">
            {t(($) => $.availability.inverted)}
          </Text>
        )}
        <Button
          variant="light"
          leftSection={<Icon name="plus" size={18} />}
          disabled={!addable}
          onClick={() => void add()}
        >
          {t(($) => $.availability.add)}
        </Button>
        {!addable && !inverted && !busy && (
          <Why>{parsed.success ? t(($) => $.availability.twice) : t(($) => $.common.fillIn)}</Why>
        )}
      </div>
    </Fieldset>
  );
};
