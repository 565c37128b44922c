import type { Api, Parsed } from '@visita/contracts/api/table';
import type { BookingView } from '@visita/contracts/booking/views';
import type { ClinicView, HolidaysView } from '@visita/contracts/clinic/views';
import { NativeSelect, Group, Stack, Switch, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mutate } from 'swr';
import { saveOver } from '../../lib/booking/clash.ts';
import { call } from '../../lib/api/client.ts';
import { refreshCalendar } from '../../lib/data/calendar.api.ts';
import { currentLanguage } from '../../lib/text/i18n.ts';
import { isCall } from '../../lib/api/rereads.ts';
import { useCall } from '../../lib/api/use-call.ts';
import { longDay } from '../../lib/time/wall-clock.ts';
import { Section } from '../../ui/layout/section.tsx';
import { Loaded, Loading } from '../../ui/feedback/states.tsx';
import { useToast } from '../../ui/feedback/toast.tsx';
import { Affected } from './affected.tsx';
import classes from './inactivity.module.css';
import { distinct } from './inactivity.api.ts';

type Send = (ask: () => Promise<{ affected: BookingView[] }>) => Promise<void>;
type Choice = Omit<Parsed<Api['setHolidays']>['body'], 'language'>;
type Props = { clinic: ClinicView; holidays: HolidaysView; send: Send; busy: boolean };

/** Choice of a clinic's public holidays; it is saved at once and can be undone. */
const Where = ({ clinic, holidays, send, busy }: Props) => {
  const { t, i18n } = useTranslation('inactivity');
  const language = currentLanguage(i18n);
  const { country, region, countries } = holidays;
  const regions = countries.find(({ id }) => id === country)?.regions ?? [];
  const shown = (places: readonly { id: string; name: string }[]) => (value: unknown) =>
    places.find(({ id }) => id === value)?.name ?? String(value);
  const choose = (choice: Choice) =>
    send(async () => {
      const input = { params: { id: clinic.id }, body: { ...choice, language } };
      const basis = { version: holidays.version, record: { country, region } };
      const named = {
        country: { label: t(($) => $.holidays.country), show: shown(countries) },
        region: {
          label: t(($) => $.holidays.region),
          show: shown(countries.flatMap((one) => one.regions)),
        },
      };
      return (await saveOver('setHolidays', input, { basis, named })).answer ?? { affected: [] };
    });
  const named = (places: readonly { id: string; name: string }[], none: string) => [
    { value: '', label: none },
    ...places.map(({ id, name }) => ({ value: id, label: name })),
  ];
  return (
    <Group align="end" gap="md">
      <NativeSelect
        label={t(($) => $.holidays.country)}
        data={named(
          countries,
          t(($) => $.holidays.noCountry),
        )}
        value={country ?? ''}
        disabled={busy}
        onChange={({ currentTarget: { value } }) => void choose({ country: value || null, region: null })}
      />
      {country !== null && regions.length > 0 && (
        <NativeSelect
          label={t(($) => $.holidays.region)}
          data={named(
            regions,
            t(($) => $.holidays.wholeCountry),
          )}
          value={region ?? ''}
          disabled={busy}
          onChange={({ currentTarget: { value } }) => void choose({ country, region: value || null })}
        />
      )}
    </Group>
  );
};

const Days = ({ clinic, holidays, send, busy }: Props) => {
  const { t, i18n } = useTranslation('inactivity');
  const language = currentLanguage(i18n);
  const set = (date: string, closed: boolean) =>
    send(() => call('setHoliday', { params: { id: clinic.id }, body: { date, open: !closed } }));
  if (holidays.country === null) return <Text c="dimmed">{t(($) => $.holidays.none)}</Text>;
  return (
    <ul>
      {holidays.days.map(({ date, name, closed }) => (
        <li key={date} className={classes['row']}>
          <div className={classes['main']}>
            <Text fw={600}>{name}</Text>
            <Text c="dimmed">{longDay(date, language)}</Text>
          </div>
          <Switch
            size="md"
            aria-label={t(($) => $.holidays.closedOn, { name, date: longDay(date, language) })}
            label={closed ? t(($) => $.holidays.closed) : t(($) => $.holidays.open)}
            labelPosition="left"
            checked={closed}
            disabled={busy}
            onChange={(event) => void set(date, event.currentTarget.checked)}
          />
        </li>
      ))}
    </ul>
  );
};

const ClinicHolidays = ({ clinic }: { clinic: ClinicView }) => {
  const { t, i18n } = useTranslation('inactivity');
  const toast = useToast();
  const [affected, setAffected] = useState<readonly BookingView[]>([]);
  const [busy, setBusy] = useState(false);
  const query = { language: currentLanguage(i18n) };
  const holidays = useCall('getHolidays', { params: { id: clinic.id }, query });
  const send: Send = async (ask) => {
    setBusy(true);
    try {
      setAffected(distinct((await ask()).affected));
    } catch (error) {
      toast('periodFailed', error);
    } finally {
      await Promise.all([mutate(isCall('getHolidays')), refreshCalendar()]);
      setBusy(false);
    }
  };
  return (
    <Loaded
      loads={{ holidays }}
      failed={t(($) => $.holidays.loadFailed)}
      skeleton={<Loading rows={1} height={80} />}
    >
      {({ holidays: { data } }) => (
        <Stack gap="md">
          <Where clinic={clinic} holidays={data} send={send} busy={busy} />
          {affected.length > 0 && <Affected bookings={affected} />}
          <Days clinic={clinic} holidays={data} send={send} busy={busy} />
        </Stack>
      )}
    </Loaded>
  );
};

/** Public holidays of the clinics that the professional may close, one clinic at a time. */
export const Holidays = ({ clinics }: { clinics: readonly ClinicView[] }) => {
  const { t } = useTranslation('inactivity');
  const [chosen, setChosen] = useState<string | null>(null);
  const clinic = clinics.find(({ id }) => id === chosen) ?? clinics[0];
  if (!clinic) return null;
  return (
    <Section title={t(($) => $.holidays.title)}>
      <Stack gap="sm" mt="xs">
        <Text c="dimmed">{t(($) => $.holidays.text)}</Text>
        {clinics.length > 1 && (
          <NativeSelect
            label={t(($) => $.fields.clinic)}
            maw={360}
            data={clinics.map(({ id, name }) => ({ value: id, label: name }))}
            value={clinic.id}
            onChange={({ currentTarget }) => setChosen(currentTarget.value)}
          />
        )}
        <ClinicHolidays key={clinic.id} clinic={clinic} />
      </Stack>
    </Section>
  );
};
