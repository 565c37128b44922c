import { Button, Select } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Availability } from '../../lib/data/clinic.api.ts';
import { DateField } from '../../ui/fields/date-field.tsx';
import { mondayOf } from './day-hours.ts';

/** Weeks in which a row of hours applies. */
export type Weeks = Pick<Availability, 'valid_from' | 'valid_until' | 'every_weeks' | 'anchor_monday'>;

/** Every week, without an end. */
export const everyWeek: Weeks = {
  valid_from: null,
  valid_until: null,
  every_weeks: null,
  anchor_monday: null,
};

const choices = ['1', '2', '3', '4'] as const;
type Choice = (typeof choices)[number];

type Props = { weeks: Weeks; today: string; set: (change: Partial<Weeks>) => void };

/** Optional fields: every second week, first and last day. */
export const AvailabilityWeeks = ({ weeks, today, set }: Props) => {
  const { t } = useTranslation(['clinic', 'appointment']);
  const [open, setOpen] = useState(
    [weeks.every_weeks, weeks.valid_from, weeks.valid_until].some((value) => value !== null),
  );
  if (!open)
    return (
      <Button variant="subtle" size="compact-sm" style={{ alignSelf: 'start' }} onClick={() => setOpen(true)}>
        {t(($) => $.availability.onlySome)}
      </Button>
    );
  const every = (choice: string | null) =>
    set(
      choice === null || choice === '1'
        ? { every_weeks: null, anchor_monday: null }
        : { every_weeks: Number(choice), anchor_monday: weeks.anchor_monday ?? mondayOf(today) },
    );
  const placeholder = t(($) => $.appointment.datePlaceholder);
  return (
    <>
      <div className="two">
        <Select
          label={t(($) => $.availability.every)}
          data={choices.map((value: Choice) => ({ value, label: t(($) => $.availability.weeks[value]) }))}
          value={String(weeks.every_weeks ?? 1)}
          onChange={every}
          allowDeselect={false}
        />
        {weeks.every_weeks !== null && (
          <DateField
            label={t(($) => $.availability.firstWeek)}
            placeholder={placeholder}
            value={weeks.anchor_monday}
            onChange={(day) => set({ anchor_monday: day && mondayOf(day) })}
          />
        )}
      </div>
      <div className="two">
        <DateField
          label={t(($) => $.availability.validFrom)}
          placeholder={placeholder}
          value={weeks.valid_from}
          onChange={(day) => set({ valid_from: day })}
        />
        <DateField
          label={t(($) => $.availability.validUntil)}
          placeholder={placeholder}
          value={weeks.valid_until}
          onChange={(day) => set({ valid_until: day })}
        />
      </div>
    </>
  );
};
