import type { Api, Parsed } from '@visita/contracts/api/table';
import type { BookingView } from '@visita/contracts/booking/views';
import type { ClinicView, HolidaysView } from '@visita/contracts/clinic/views';
import { Button, NativeSelect, Group, Stack, Switch, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mutate } from 'swr';
import { saveOver } from '../../lib/booking/clash.ts';
import { call } from '../../lib/api/client.ts';
import { refreshCalendar } from '../../lib/data/calendar.api.ts';
import { currentLanguage } from '../../lib/text/i18n.ts';
import { isCall } from '../../lib/api/rereads.ts';
import { useCall } from '../../lib/api/use-call.ts';
import { dateOf, dayFormat, listedDate, longDay } from '../../lib/time/wall-clock.ts';
import { useDraft } from '../../ui/forms/use-draft-form.ts';
import { Section } from '../../ui/layout/section.tsx';
import { Loaded, Loading, Missing } from '../../ui/feedback/states.tsx';
import { useToast } from '../../ui/feedback/toast.tsx';
import { Affected } from './affected.tsx';
import classes from './inactivity.module.css';
import { distinct, useAffected, type Stretch } from './inactivity.api.ts';
import { Why } from '../../ui/forms/why.tsx';

type Place = Omit<Parsed<Api['setHolidays']>['body'], 'language'>;
type Day = Omit<Parsed<Api['setHoliday']>['body'], 'open'> & { closed: boolean };
type Choice = Place | Day;

type Props = {
  holidays: HolidaysView;
  waiting: Choice | null;
  choose: (choice: Choice) => void;
  busy: boolean;
};

/** Returns the clinic and period that a choice closes; null if it closes no day. */
const stretchOf = (clinic: ClinicView, choice: Choice): Stretch | null => {
  const place = { clinic_id: clinic.id };
  if ('date' in choice) {
    const { date, closed } = choice;
    return closed ? { ...place, from: `${date}T00:00`, to: `${date}T23:59` } : null;
  }
  const { country, region } = choice;
  return country === null ? null : { ...place, country, ...(region !== null && { region }) };
};

const useSave = (clinic: ClinicView, holidays: HolidaysView) => {
  const { t, i18n } = useTranslation('inactivity');
  const language = currentLanguage(i18n);
  const { country, region, countries, version } = holidays;
  const shown = (places: readonly { id: string; name: string }[]) => (value: unknown) =>
    places.find(({ id }) => id === value)?.name ?? String(value);
  const params = { id: clinic.id };
  const savePlace = async (place: Place): Promise<BookingView[]> => {
    const input = { params, body: { ...place, language } };
    const named = {
      country: { label: t(($) => $.holidays.country), show: shown(countries) },
      region: {
        label: t(($) => $.holidays.region),
        show: shown(countries.flatMap((one) => one.regions)),
      },
    };
    const basis = { version, record: { country, region } };
    return (await saveOver('setHolidays', input, { basis, named })).answer?.affected ?? [];
  };
  return async (choice: Choice): Promise<BookingView[]> => {
    if (!('date' in choice)) return savePlace(choice);
    const { date, closed } = choice;
    return (await call('setHoliday', { params, body: { date, open: !closed } })).affected;
  };
};

const PlaceFields = ({ holidays, waiting, choose, busy }: Props) => {
  const { t } = useTranslation('inactivity');
  const { countries } = holidays;
  const { country, region } = waiting && !('date' in waiting) ? waiting : holidays;
  const regions = countries.find(({ id }) => id === country)?.regions ?? [];
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
        onChange={({ currentTarget: { value } }) => choose({ country: value || null, region: null })}
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
          onChange={({ currentTarget: { value } }) => choose({ country, region: value || null })}
        />
      )}
    </Group>
  );
};

const Days = ({ holidays, waiting, choose, busy }: Props) => {
  const { t, i18n } = useTranslation('inactivity');
  const language = currentLanguage(i18n);
  const weekday = dayFormat(language, { weekday: 'long' });
  if (holidays.country === null) return !waiting && <Text c="dimmed">{t(($) => $.holidays.none)}</Text>;
  const days = holidays.days.map((day) =>
    waiting && 'date' in waiting && waiting.date === day.date ? { ...day, ...waiting } : day,
  );
  return (
    <ul>
      {days.map(({ date, name, closed }) => (
        <li key={date} className={classes['row']}>
          <div className={classes['main']}>
            <Text fw={600}>{name}</Text>
            <Text className="tabular" c="dimmed">
              {`${listedDate(date)} ${weekday.format(dateOf(date))}`}
            </Text>
          </div>
          <Switch
            size="md"
            aria-label={t(($) => $.holidays.closedOn, { name, date: longDay(date, language) })}
            label={closed ? t(($) => $.holidays.closed) : t(($) => $.holidays.open)}
            labelPosition="left"
            checked={closed}
            disabled={busy}
            onChange={(event) => choose({ date, closed: event.currentTarget.checked })}
          />
        </li>
      ))}
    </ul>
  );
};

type WaitingProps = { stretch: Stretch; busy: boolean; onSave: () => void; onCancel: () => void };

const Waiting = ({ stretch, busy, onSave, onCancel }: WaitingProps) => {
  const { t } = useTranslation(['inactivity', 'common']);
  const foreseen = useAffected([stretch]);
  return (
    <Stack gap="md">
      <Missing load={{ ...foreseen, at: null }} text={t(($) => $.affected.failed)} />
      {foreseen.data && <Affected bookings={foreseen.data} foreseen />}
      <Group>
        <Button loading={busy} disabled={!foreseen.data} onClick={onSave}>
          {t(($) => $.save)}
        </Button>
        <Button variant="default" disabled={busy} onClick={onCancel}>
          {t(($) => $.common.actions.cancel)}
        </Button>
        {foreseen.isLoading && <Why>{t(($) => $.common.states.loading)}</Why>}
      </Group>
    </Stack>
  );
};

type ChoiceProps = { clinic: ClinicView; holidays: HolidaysView };

/** Saves a choice at once if it affects no bookings; otherwise asks first. */
const useChoice = ({ clinic, holidays }: ChoiceProps) => {
  const toast = useToast();
  const save = useSave(clinic, holidays);
  const [affected, setAffected] = useState<readonly BookingView[]>([]);
  const [busy, setBusy] = useState(false);
  const [waiting, setWaiting, draft] = useDraft<Choice | null>(`holidays of ${clinic.id}`, null);
  const during = async (act: () => Promise<void>) => {
    setBusy(true);
    try {
      await act();
    } catch (error) {
      toast('periodFailed', error);
    } finally {
      setBusy(false);
    }
  };
  const send = async (choice: Choice) => {
    try {
      setAffected(distinct(await save(choice)));
      draft.discard();
    } finally {
      await Promise.all([mutate(isCall('getHolidays')), refreshCalendar()]);
    }
  };
  const choose = (choice: Choice) =>
    void during(async () => {
      const query = stretchOf(clinic, choice);
      setAffected([]);
      if (query && (await call('getAffected', { query })).data.length > 0) return setWaiting(choice);
      await send(choice);
    });
  const saveWaiting = () => waiting && void during(() => send(waiting));
  return { waiting, choose, saveWaiting, cancel: draft.discard, affected, busy };
};

const HolidayChoice = ({ clinic, holidays }: ChoiceProps) => {
  const { saveWaiting, cancel, affected, ...choice } = useChoice({ clinic, holidays });
  const stretch = choice.waiting && stretchOf(clinic, choice.waiting);
  return (
    <Stack gap="md">
      <PlaceFields holidays={holidays} {...choice} />
      {stretch && <Waiting stretch={stretch} busy={choice.busy} onSave={saveWaiting} onCancel={cancel} />}
      {affected.length > 0 && <Affected bookings={affected} />}
      <Days holidays={holidays} {...choice} />
    </Stack>
  );
};

const ClinicHolidays = ({ clinic }: { clinic: ClinicView }) => {
  const { t, i18n } = useTranslation('inactivity');
  const query = { language: currentLanguage(i18n) };
  const holidays = useCall('getHolidays', { params: { id: clinic.id }, query });
  return (
    <Loaded
      loads={{ holidays }}
      failed={t(($) => $.holidays.loadFailed)}
      skeleton={<Loading rows={1} height={80} />}
    >
      {({ holidays: { data } }) => <HolidayChoice clinic={clinic} holidays={data} />}
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
