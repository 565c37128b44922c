import type { ClinicView } from '@visita/contracts/clinic/views';
import type { WaitingEntryView } from '@visita/contracts/waiting/views';
import { Badge, Button, Card, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../lib/text/i18n.ts';
import { dateOf, dayFormat, localDay, longDay } from '../../lib/time/wall-clock.ts';
import { ConfirmAction } from '../../ui/dialogs/confirm-action.tsx';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { wrapping } from '../../ui/layout/wrapping.ts';
import { OfferPanel } from './offer.panel.tsx';
import {
  endPause,
  markCalled,
  offerTime,
  removeEntry,
  setUrgent,
  takeBack,
} from '../../lib/data/waiting.api.ts';

type Props = {
  entry: WaitingEntryView;
  clinic: ClinicView;
  /** Local start of the free time that is to be given away. */
  at?: string | undefined;
};

const timeOf = (local: string): string => local.slice(11, 16);

/** The wishes of a person in one line. */
const Wishes = ({ entry, clinic }: Props) => {
  const { t, i18n } = useTranslation('waiting');
  const language = currentLanguage(i18n);
  const short = (day: string) =>
    dayFormat(language, { day: 'numeric', month: 'short' }).format(dateOf(day)).replaceAll(' ', '\u00A0');
  const names = clinic.hubs
    .filter(({ proId }) => entry.pro_ids.includes(proId))
    .map(({ pro }) => [pro.name, pro.lastname].filter(Boolean).join(' '));
  const { from_time: begins, to_time: ends } = entry;
  const hours = begins !== null && ends !== null ? [t(($) => $.staff.times, { from: begins, to: ends })] : [];
  const words = [
    entry.service,
    names.length > 0 ? names.join(', ') : t(($) => $.staff.anyone),
    `${short(entry.from)} – ${short(entry.until)}`,
    ...hours,
    ...(entry.booking_id === null ? [] : [t(($) => $.staff.earlier)]),
  ];
  return <Text size="sm">{words.join(' · ')}</Text>;
};

/** The open offer, with the reason why this person was asked. */
const OpenOffer = ({ entry: { offer } }: Pick<Props, 'entry'>) => {
  const { t, i18n } = useTranslation('waiting');
  const { sending, submit } = useSubmit({ failed: 'waitingFailed', done: 'offerTakenBack' });
  if (!offer) return null;
  const { id, dates, until, because, asked: count } = offer;
  const written = dates.map(
    (date) => `${longDay(date.slice(0, 10), currentLanguage(i18n))}, ${timeOf(date)}`,
  );
  return (
    <Stack gap={4}>
      <Group gap="xs">
        <Badge color="teal" variant="light" tt="none" {...wrapping}>
          {t(($) => $.staff.offered, { times: written.join(' · '), until: timeOf(until) })}
        </Badge>
        <Button
          size="compact-sm"
          variant="default"
          loading={sending}
          onClick={() => void submit(() => takeBack(id))}
        >
          {t(($) => $.staff.takeBack)}
        </Button>
      </Group>
      <Text size="sm" c="dimmed">
        {t(($) => $.staff.because[because], { count })}
      </Text>
    </Stack>
  );
};

/** Buttons that give a free time to the person by an offer, or by a booking after a call. */
const GiveTime = ({ entry, at }: { entry: WaitingEntryView; at: string }) => {
  const { t } = useTranslation('waiting');
  const offering = useSubmit({ failed: 'waitingFailed', done: 'timeOffered' });
  const booking = useSubmit({ failed: 'waitingFailed', done: 'bookingPlaced' });
  const { id, name, email, hub_service_id: hubServiceId = '' } = entry;
  const sending = offering.sending || booking.sending;
  const give = ({ submit }: typeof offering, taken: boolean) =>
    void submit(() => offerTime({ id, hubServiceId, date: at, taken }), undefined, name);
  return (
    <>
      {email !== null && (
        <Button size="compact-md" loading={sending} onClick={() => give(offering, false)}>
          {t(($) => $.staff.offerAt, { time: timeOf(at) })}
        </Button>
      )}
      <Button
        size="compact-md"
        variant={email === null ? 'filled' : 'default'}
        loading={sending}
        onClick={() => give(booking, true)}
      >
        {t(($) => $.staff.tookIt)}
      </Button>
    </>
  );
};

const Actions = ({ entry, clinic, at }: Props) => {
  const { t } = useTranslation('waiting');
  const [offering, setOffering] = useState(false);
  const { sending, submit } = useSubmit({ failed: 'waitingFailed' });
  const { name, offer, email } = entry;
  return (
    <Group gap="xs">
      {!offer && at !== undefined && <GiveTime entry={entry} at={at} />}
      {!offer && at === undefined && (
        <Button size="compact-md" onClick={() => setOffering(true)}>
          {t(($) => $.staff.offer)}
        </Button>
      )}
      {email === null && (
        <Button
          size="compact-md"
          variant="default"
          loading={sending}
          onClick={() => void submit(() => markCalled(entry))}
        >
          {t(($) => $.staff.markCalled)}
        </Button>
      )}
      <Button
        size="compact-md"
        variant="default"
        loading={sending}
        onClick={() => void submit(() => setUrgent(entry))}
      >
        {entry.urgent ? t(($) => $.staff.unmarkUrgent) : t(($) => $.staff.markUrgent)}
      </Button>
      {entry.paused_until !== null && (
        <Button
          size="compact-md"
          variant="default"
          loading={sending}
          onClick={() => void submit(() => endPause(entry))}
        >
          {t(($) => $.staff.resume)}
        </Button>
      )}
      <ConfirmAction
        trigger={(ask) => (
          <Button size="compact-md" variant="subtle" color="red" onClick={ask}>
            {t(($) => $.staff.remove)}
          </Button>
        )}
        title={t(($) => $.staff.remove)}
        text={t(($) => $.staff.removeConfirm, { name })}
        confirm={t(($) => $.staff.remove)}
        act={() => removeEntry(entry)}
        failed="waitingFailed"
        done="waitingRemoved"
        about={name}
      />
      {offering && <OfferPanel entry={entry} clinic={clinic} onClose={() => setOffering(false)} />}
    </Group>
  );
};

/** A person on the waiting list. */
export const EntryCard = ({ entry, clinic, at }: Props) => {
  const { t, i18n } = useTranslation('waiting');
  const { name, email, prefix, phone, paused_until: paused, called } = entry;
  const day = (instant: string) => longDay(localDay(instant), currentLanguage(i18n));
  const number = phone === null ? '' : `${prefix ?? ''}\u00A0${phone}`;
  return (
    <Card withBorder component="article" aria-label={name}>
      <Stack gap="xs">
        <Group gap="xs">
          <Text fw={600}>{name}</Text>
          {entry.urgent && (
            <Badge color="red" variant="light" tt="none" {...wrapping}>
              {t(($) => $.staff.urgent)}
            </Badge>
          )}
          {email === null && (
            <Badge color="orange" variant="light" tt="none" {...wrapping}>
              {t(($) => $.staff.call)}
            </Badge>
          )}
          {paused !== null && (
            <Badge color="gray" variant="light" tt="none" {...wrapping}>
              {t(($) => $.staff.paused, { day: day(paused) })}
            </Badge>
          )}
        </Group>
        <Wishes entry={entry} clinic={clinic} />
        <Text size="sm" c="dimmed">
          {[
            t(($) => $.staff.waitsSince, { day: day(entry.joined) }),
            number,
            called && t(($) => $.staff.called, { day: day(called) }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </Text>
        <OpenOffer entry={entry} />
        <Actions entry={entry} clinic={clinic} at={at} />
      </Stack>
    </Card>
  );
};
