import { weekdayOf } from '@visita/contracts/availability/zones';
import { Button, Select, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { When } from '../../../lib/state/booking.atoms.ts';
import { currentLanguage } from '../../../lib/text/i18n.ts';
import { addDays, dateOf, dayFormat } from '../../../lib/time/wall-clock.ts';
import { AmountField } from '../../../ui/fields/amount-field.tsx';
import { DateField } from '../../../ui/fields/date-field.tsx';
import { Missing } from '../../../ui/feedback/states.tsx';
import { firstRepeat, type Repeat } from './repeat.ts';
import { SeriesDates } from '../../../ui/series/series-dates.tsx';
import classes from '../../../ui/series/series.module.css';
import type { Series } from './use-series.ts';

type FieldsProps = { repeat: Repeat; day: string | null; onChange: (changes: Partial<Repeat>) => void };

/** A Monday, whose week gives the names of the weekdays. */
const monday = '2024-01-01';

/** The days of the week; that of the first visit is always chosen. */
const Weekdays = ({ repeat, day, onChange }: FieldsProps) => {
  const { t, i18n } = useTranslation('series');
  const language = currentLanguage(i18n);
  const short = dayFormat(language, { weekday: 'short' });
  const own = day && weekdayOf(day);
  const { weekdays } = repeat;
  const toggle = (weekday: number) =>
    onChange({
      weekdays: weekdays.includes(weekday)
        ? weekdays.filter((one) => one !== weekday)
        : [...weekdays, weekday],
      decisions: {},
    });
  return (
    <Stack gap={4} role="group" aria-label={t(($) => $.weekdays)}>
      <Text size="sm" fw={500}>
        {t(($) => $.weekdays)}
      </Text>
      <div className={classes['weekdays']}>
        {[1, 2, 3, 4, 5, 6, 7].map((weekday) => {
          const date = dateOf(addDays(monday, weekday - 1));
          const chosen = weekday === own || weekdays.includes(weekday);
          return (
            <Button
              key={weekday}
              size="compact-md"
              px={0}
              variant={chosen ? 'filled' : 'default'}
              aria-pressed={chosen}
              aria-disabled={weekday === own}
              onClick={() => weekday !== own && toggle(weekday)}
            >
              {short.format(date)}
            </Button>
          );
        })}
      </div>
    </Stack>
  );
};

const RuleFields = ({ repeat, day, onChange }: FieldsProps) => {
  const { t } = useTranslation(['series', 'appointment']);
  const change = (changes: Partial<Repeat>) => onChange({ ...changes, decisions: {} });
  return (
    <>
      <div className="two">
        <AmountField
          label={t(($) => $.every)}
          value={repeat.every}
          min={1}
          max={repeat.unit === 'week' ? 52 : 12}
          decimals={0}
          onChange={(every) => change({ every })}
        />
        <Select
          label={t(($) => $.unit)}
          data={(['week', 'month'] as const).map((value) => ({ value, label: t(($) => $.units[value]) }))}
          value={repeat.unit}
          allowDeselect={false}
          onChange={(unit) => change({ unit: unit === 'month' ? 'month' : 'week' })}
        />
      </div>
      {repeat.unit === 'week' ? (
        <Weekdays repeat={repeat} day={day} onChange={onChange} />
      ) : (
        <Text size="sm" c="dimmed">
          {t(($) => $.monthly)}
        </Text>
      )}
      <Select
        label={t(($) => $.ends)}
        data={(['count', 'until'] as const).map((value) => ({ value, label: t(($) => $.endings[value]) }))}
        value={repeat.ends}
        allowDeselect={false}
        onChange={(ends) => change({ ends: ends === 'until' ? 'until' : 'count' })}
      />
      {repeat.ends === 'count' ? (
        <AmountField
          label={t(($) => $.count)}
          value={repeat.count}
          min={1}
          max={52}
          decimals={0}
          onChange={(count) => change({ count })}
        />
      ) : (
        <DateField
          label={t(($) => $.until)}
          placeholder={t(($) => $.appointment.datePlaceholder)}
          value={repeat.until}
          onChange={(until) => change({ until })}
        />
      )}
    </>
  );
};

type Props = {
  repeat: Repeat | null;
  when: When;
  series: Series;
  onChange: (repeat: Repeat | null) => void;
};

/** Repeats the visit: the rule, and every date with its state. */
export const RepeatPart = ({ repeat, when, series, onChange }: Props) => {
  const { t } = useTranslation('series');
  const { load, visits } = series;
  const change = (changes: Partial<Repeat>) => repeat && onChange({ ...repeat, ...changes });
  return (
    <Stack gap="md">
      <Button
        variant="subtle"
        size="compact-sm"
        aria-expanded={repeat !== null}
        style={{ alignSelf: 'flex-start', marginInlineStart: 'calc(-1 * var(--button-padding-x))' }}
        onClick={() => onChange(repeat ? null : firstRepeat)}
      >
        {repeat ? t(($) => $.once) : t(($) => $.repeat)}
      </Button>
      {repeat && (
        <>
          <RuleFields repeat={repeat} day={when.day} onChange={change} />
          {load.error && <Missing load={load} text={t(($) => $.failed)} />}
          {visits && (
            <SeriesDates
              visits={visits}
              decisions={repeat.decisions}
              onChange={(decisions) => change({ decisions })}
            />
          )}
        </>
      )}
    </Stack>
  );
};
