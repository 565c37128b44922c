import type { HubView } from '@visita/contracts/clinic/views';
import { Alert, Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveOver } from '../../lib/booking/clash.ts';
import { currentLanguage } from '../../lib/text/i18n.ts';
import { longDay, wallNow } from '../../lib/time/wall-clock.ts';
import { Fieldset } from '../../ui/fields/fieldset.tsx';
import { DayHoursEditor, type DayDraft } from './day-hours.editor.tsx';
import { DayHoursMonth } from './day-hours-month.tsx';
import { copiesOf, shortHours, exceptionsOf, type DayException } from './day-hours.ts';

type Copying = { kind: 'day' | 'week'; from: string };

type Props = {
  hub: HubView;
  /** Sends a change; resolves to whether it succeeded. */
  apply: (change: Promise<unknown>) => Promise<boolean>;
  busy: boolean;
};

/** Exceptions from the weekly hours, in a month. */
export const DayHours = ({ hub, apply, busy }: Props) => {
  const { t, i18n } = useTranslation('clinic');
  const [chosen, choose] = useState<string | null>(null);
  const [copying, setCopying] = useState<Copying | null>(null);
  const today = wallNow(hub.clinic.timezone).slice(0, 10);
  const said = (exceptions: unknown) =>
    (exceptions as DayException[])
      .map(({ date, windows }) => {
        const hours = windows === null ? t(($) => $.dayHours.usual) : shortHours(windows);
        return `${longDay(date, currentLanguage(i18n))}: ${hours || t(($) => $.dayHours.closed)}`;
      })
      .join('\n');
  const set = (days: DayException[], read: DayDraft['read']) =>
    apply(
      saveOver(
        'setDayHours',
        { params: { id: hub.id }, body: { days } },
        {
          basis: { version: read.hours_version, record: { days: exceptionsOf(days, read.day_hours) } },
          named: { days: { label: t(($) => $.dayHours.title), show: said } },
          within: (record) => ({ days: exceptionsOf(days, record['days'] as typeof hub.day_hours) }),
        },
      ),
    );
  const pick = (day: string) => {
    if (!copying) return choose(day);
    const days = copiesOf(hub, { ...copying, to: day }).filter(({ date }) => date >= today);
    void set(days, hub);
  };
  return (
    <Fieldset title={t(($) => $.dayHours.title)}>
      <Text c="dimmed" size="sm">
        {t(($) => $.dayHours.hint)}
      </Text>
      {copying && (
        <Alert role="status">
          <Group justify="space-between">
            {t(($) => $.dayHours[copying.kind === 'day' ? 'pasteDay' : 'pasteWeek'])}
            <Button size="compact-md" onClick={() => setCopying(null)}>
              {t(($) => $.dayHours.pasted)}
            </Button>
          </Group>
        </Alert>
      )}
      <DayHoursMonth hub={hub} today={today} chosen={chosen} onPick={pick} />
      {chosen && !copying && (
        <DayHoursEditor
          key={chosen}
          hub={hub}
          day={chosen}
          busy={busy}
          onSet={(windows, read) => set([{ date: chosen, windows }], read)}
          onCopy={(kind) => setCopying({ kind, from: chosen })}
        />
      )}
    </Fieldset>
  );
};
