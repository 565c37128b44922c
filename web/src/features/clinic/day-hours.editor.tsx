import type { HubView } from '@visita/contracts/clinic/views';
import { wallTime } from '@visita/contracts/fields';
import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../lib/text/i18n.ts';
import { longDay } from '../../lib/time/wall-clock.ts';
import { RemoveButton } from '../../ui/icons/icon-button.tsx';
import { KeptDraft } from '../../ui/forms/kept-draft.tsx';
import { TimeField } from '../../ui/fields/time-field.tsx';
import { useDraft } from '../../ui/forms/use-draft-form.ts';
import { windowsOn, type Window } from './day-hours.ts';
import classes from './day-hours.module.css';
import { Why } from '../../ui/forms/why.tsx';

const isRight = ({ starting_hour: from, ending_hour: to }: Window): boolean =>
  wallTime.safeParse(from).success && wallTime.safeParse(to).success && from < to;

const afternoon: Window = { starting_hour: '14:00', ending_hour: '18:00' };
const morning: Window = { starting_hour: '09:00', ending_hour: '13:00' };

type RowProps = { window: Window; onChange: (window: Window) => void; onRemove: () => void };

const WindowRow = ({ window, onChange, onRemove }: RowProps) => {
  const { t } = useTranslation('clinic');
  const text = `${window.starting_hour}–${window.ending_hour}`;
  return (
    <div className={classes['window']}>
      <TimeField
        label={t(($) => $.availability.from)}
        value={window.starting_hour}
        onChange={(time) => onChange({ ...window, starting_hour: time.slice(0, 5) })}
      />
      <TimeField
        label={t(($) => $.availability.to)}
        value={window.ending_hour}
        onChange={(time) => onChange({ ...window, ending_hour: time.slice(0, 5) })}
      />
      <RemoveButton label={t(($) => $.availability.remove, { entry: text })} onClick={onRemove} />
    </div>
  );
};

/** Draft of a day's hours, and the hub's exceptions that it is based on. */
export type DayDraft = { rows: readonly Window[]; read: Pick<HubView, 'hours_version' | 'day_hours'> };

type Props = {
  hub: HubView;
  day: string;
  busy: boolean;
  /** Saves hours, null removes the exception; resolves to whether it succeeded. */
  onSet: (windows: Window[] | null, read: DayDraft['read']) => Promise<boolean>;
  onCopy: (kind: 'day' | 'week') => void;
};

/** Editor of a day's hours: closed, other hours, the weekly hours, or a copy of another day's. */
export const DayHoursEditor = ({ hub, day, busy, onSet, onCopy }: Props) => {
  const { t, i18n } = useTranslation(['clinic', 'common']);
  const windows = windowsOn(hub, day);
  const own = hub.day_hours.some(({ date }) => date === day);
  const { hours_version, day_hours } = hub;
  const [{ rows, read }, setDraft, draft] = useDraft<DayDraft>(`hours of ${hub.id} on ${day}`, {
    rows: windows,
    read: { hours_version, day_hours },
  });
  const setRows = (next: readonly Window[]) => setDraft({ rows: next, read });
  const save = async (wanted: readonly Window[] | null) => {
    if (await onSet(wanted && [...wanted], read)) draft.discard();
  };
  const replace = (index: number, row: Window[]) => setRows(rows.toSpliced(index, 1, ...row));
  const changed = JSON.stringify(rows) !== JSON.stringify(windows);
  return (
    <Stack gap="sm" role="group" aria-label={longDay(day, currentLanguage(i18n))}>
      <Title order={3} size="h5">
        {longDay(day, currentLanguage(i18n))}
      </Title>
      <KeptDraft draft={draft} />
      {rows.map((row, index) => (
        <WindowRow
          key={index}
          window={row}
          onChange={(next) => replace(index, [next])}
          onRemove={() => replace(index, [])}
        />
      ))}
      {rows.length === 0 && <Text c="dimmed">{t(($) => $.dayHours.none)}</Text>}
      <Group gap="xs">
        <Button disabled={busy || !changed || !rows.every(isRight)} onClick={() => void save(rows)}>
          {t(($) => $.dayHours.save)}
        </Button>
        <Button variant="default" onClick={() => setRows([...rows, rows.length === 0 ? morning : afternoon])}>
          {t(($) => $.dayHours.add)}
        </Button>
        {windows.length > 0 && (
          <Button variant="default" disabled={busy} onClick={() => void save([])}>
            {t(($) => $.dayHours.close)}
          </Button>
        )}
        {own && (
          <Button variant="default" disabled={busy} onClick={() => void save(null)}>
            {t(($) => $.dayHours.usual)}
          </Button>
        )}
      </Group>
      {!changed && <Why>{t(($) => $.common.unchanged)}</Why>}
      {changed && !rows.every(isRight) && <Why>{t(($) => $.availability.inverted)}</Why>}
      <Group gap="xs">
        <Button variant="subtle" size="compact-sm" onClick={() => onCopy('day')}>
          {t(($) => $.dayHours.copyDay)}
        </Button>
        <Button variant="subtle" size="compact-sm" onClick={() => onCopy('week')}>
          {t(($) => $.dayHours.copyWeek)}
        </Button>
      </Group>
    </Stack>
  );
};
