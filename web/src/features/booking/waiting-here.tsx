import type { WaitingEntryView } from '@visita/contracts/waiting/views';
import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { offerTime, useWaitingList } from '../../lib/data/waiting.api.ts';
import { waitingPath } from '../../lib/page/paths.ts';
import type { When } from '../../lib/state/booking.atoms.ts';
import { currentLanguage } from '../../lib/text/i18n.ts';
import { dateOf, dayFormat, wallNow } from '../../lib/time/wall-clock.ts';
import type { useChoices } from '../../ui/fields/service-fields.tsx';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { Section } from '../../ui/layout/section.tsx';

/** People shown; the waiting list shows all. */
const shown = 3;

type PersonProps = { entry: WaitingEntryView; at: string; onDone: () => void };

/** A person whom the time suits, with a button that offers it, or the phone number to call. */
const Person = ({ entry, at, onDone }: PersonProps) => {
  const { t, i18n } = useTranslation('waiting');
  const { sending, submit } = useSubmit({ failed: 'waitingFailed', done: 'timeOffered' });
  const { id, name, email, prefix, phone, service, urgent, joined, hub_service_id: hubServiceId } = entry;
  const short = dayFormat(currentLanguage(i18n), { day: 'numeric', month: 'short' });
  const since = t(($) => $.staff.waitsSince, { day: short.format(dateOf(joined.slice(0, 10))) });
  const offer = async () => {
    const ask = () => offerTime({ id, hubServiceId: hubServiceId ?? '', date: at, taken: false });
    if (await submit(ask, undefined, name)) onDone();
  };
  return (
    <Group component="li" justify="space-between" wrap="nowrap" gap="sm">
      <div>
        <Text fw={600}>{name}</Text>
        <Text size="sm" c="dimmed">
          {[service, urgent ? t(($) => $.staff.urgent) : since].join(' · ')}
        </Text>
      </div>
      {email === null && phone !== null && (
        <Anchor
          href={`tel:${prefix ?? ''}${phone}`}
          style={{ whiteSpace: 'nowrap' }}
        >{`${prefix ?? ''} ${phone}`}</Anchor>
      )}
      {email !== null && (
        <Button
          size="compact-md"
          variant="default"
          loading={sending}
          aria-label={t(($) => $.staff.offerTo, { name })}
          onClick={() => void offer()}
        >
          {t(($) => $.staff.sendOffer)}
        </Button>
      )}
    </Group>
  );
};

type Props = {
  choices: Pick<ReturnType<typeof useChoices>, 'clinic' | 'hub'>;
  when: When;
  onDone: () => void;
};

/** People on the waiting list whom the chosen time suits, by turn. */
export const WaitingHere = ({ choices: { clinic, hub }, when: { day, time }, onDone }: Props) => {
  const { t } = useTranslation('waiting');
  const at = `${day}T${time}`;
  const ahead = day && time && clinic && hub && at > wallNow(clinic.timezone);
  const query = hub ? { hubId: hub.id, date: at } : null;
  const { data = [] } = useWaitingList(ahead ? clinic.id : undefined, query);
  const people = data.filter(({ offer, paused_until: paused }) => !offer && !paused);
  if (!clinic || !hub || people.length === 0) return null;
  return (
    <Section title={t(($) => $.staff.fit, { count: people.length })}>
      <Stack component="ol" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
        {people.slice(0, shown).map((entry) => (
          <Person key={entry.id} entry={entry} at={at} onDone={onDone} />
        ))}
      </Stack>
      <Anchor component={Link} to={waitingPath({ clinic: clinic.id, hub: hub.id, at })}>
        {t(($) => $.staff.whole)}
      </Anchor>
    </Section>
  );
};
