import type { HubView } from '@visita/contracts/clinic/views';
import { Alert, Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/client.ts';
import { wallNow } from '../../lib/wall-clock.ts';
import { Fieldset } from '../../ui/fieldset.tsx';
import { DayHoursEditor } from './day-hours.editor.tsx';
import { DayHoursMonth } from './day-hours-month.tsx';
import { copied, windowsOn, type DayWish } from './day-hours.ts';

type Copying = { kind: 'day' | 'week'; from: string };

type Props = {
  hub: HubView;
  /** Sends a change, and shows what came of it. */
  apply: (change: Promise<unknown>) => Promise<boolean>;
  busy: boolean;
};

/** Exceptions from the weekly hours: a month to see and to set them in. */
export const DayHours = ({ hub, apply, busy }: Props) => {
  const { t } = useTranslation('clinic');
  const [chosen, choose] = useState<string | null>(null);
  const [copying, setCopying] = useState<Copying | null>(null);
  const today = wallNow(hub.clinic.timezone).slice(0, 10);
  const set = (days: DayWish[]) =>
    void apply(call('setDayHours', { params: { id: hub.id }, body: { days } }));
  const pick = (day: string) => {
    if (copying) set(copied(hub, { ...copying, to: day }).filter(({ date }) => date >= today));
    else choose(day);
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
          key={`${chosen} ${JSON.stringify(windowsOn(hub, chosen))}`}
          day={chosen}
          windows={windowsOn(hub, chosen)}
          own={hub.day_hours.some(({ date }) => date === chosen)}
          busy={busy}
          onSet={(windows) => set([{ date: chosen, windows }])}
          onCopy={(kind) => setCopying({ kind, from: chosen })}
        />
      )}
    </Fieldset>
  );
};
