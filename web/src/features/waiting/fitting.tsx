import type { ClinicView, HubView } from '@visita/contracts/clinic/views';
import { Button, Group, Select, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { hubsFor, nameOf } from '../../lib/booking/hubs.ts';
import { useWaitingList } from '../../lib/data/waiting.api.ts';
import { usePro } from '../../lib/session/use-pro.ts';
import { currentLanguage } from '../../lib/text/i18n.ts';
import { addDays, dayOf, longDay, wallNow } from '../../lib/time/wall-clock.ts';
import { Loaded, Loading } from '../../ui/feedback/states.tsx';
import { WhenFields } from '../../ui/fields/when-fields.tsx';
import { EntryCard } from './entry-card.tsx';

/** A free time in the address: clinic, hub and local start. */
export type FreeTime = { clinic?: string; hub?: string; at?: string };

/** Returns the free time of the address, and a function that changes it. */
export const useFreeTime = (): [FreeTime, (time: FreeTime) => void] => {
  const [params, setParams] = useSearchParams();
  const { clinic, hub, at }: FreeTime = Object.fromEntries(params);
  const time = { ...(clinic && { clinic }), ...(hub && { hub }), ...(at && { at }) };
  return [time, (changed) => setParams({ ...changed }, { replace: true })];
};

/** Returns the time with which a choice of a free time begins: tomorrow at nine. */
export const firstTime = (clinic: ClinicView, [hub]: readonly HubView[]): FreeTime => ({
  clinic: clinic.id,
  hub: hub?.id ?? '',
  at: `${addDays(dayOf(wallNow(clinic.timezone)), 1)}T09:00`,
});

type Props = { clinic: ClinicView; hub: string; at: string; onTime: (time: FreeTime) => void };

/** Fields of the free time: professional, day and start. */
const TimeChoice = ({ clinic, hub, at, onTime }: Props) => {
  const { t } = useTranslation('waiting');
  const hubs = hubsFor(clinic, usePro());
  const change = (changed: FreeTime) => onTime({ clinic: clinic.id, hub, at, ...changed });
  return (
    <Stack gap="sm" maw={480}>
      {hubs.length > 1 && (
        <Select
          label={t(($) => $.staff.professional)}
          data={hubs.map((one) => ({ value: one.id, label: nameOf(one) }))}
          value={hub}
          onChange={(chosen) => change({ hub: chosen ?? hub })}
          allowDeselect={false}
        />
      )}
      <WhenFields
        day={dayOf(at)}
        time={at.slice(11)}
        onChange={({ day, time }) => change({ at: `${day ?? dayOf(at)}T${time || at.slice(11)}` })}
      />
    </Stack>
  );
};

/** People whom a free time suits, first first, with buttons that give it to them. */
export const Fitting = ({ clinic, hub, at, onTime }: Props) => {
  const { t, i18n } = useTranslation('waiting');
  const list = useWaitingList(clinic.id, { hubId: hub, date: at });
  const time = `${longDay(dayOf(at), currentLanguage(i18n))}, ${at.slice(11)}`;
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Title order={2} size="h4">
          {t(($) => $.staff.fitTitle, { time })}
        </Title>
        <Button variant="default" onClick={() => onTime({ clinic: clinic.id })}>
          {t(($) => $.staff.all)}
        </Button>
      </Group>
      <TimeChoice clinic={clinic} hub={hub} at={at} onTime={onTime} />
      <Loaded loads={{ list }} failed={t(($) => $.staff.failed)} skeleton={<Loading rows={3} height={88} />}>
        {({ list: entries }) => (
          <>
            <Text c="dimmed">{t(($) => (entries.length > 0 ? $.staff.fitHint : $.staff.noneFits))}</Text>
            {entries.map((entry) => (
              <EntryCard key={entry.id} entry={entry} clinic={clinic} at={at} />
            ))}
          </>
        )}
      </Loaded>
    </Stack>
  );
};
