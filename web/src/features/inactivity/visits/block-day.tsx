import type { VisitsInTheWay } from '@visita/contracts/booking/visits-in-the-way';
import { Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { call } from '../../../lib/api/client.ts';
import { namingClash } from '../../../lib/booking/in-the-way.ts';
import { putBlock, useCalendar } from '../../../lib/data/calendar.api.ts';
import { usePro } from '../../../lib/session/use-pro.ts';
import { addDays, dayOf, wallClock, wallNow } from '../../../lib/time/wall-clock.ts';
import { useSubmit } from '../../../ui/forms/use-submit.ts';
import classes from './visits.module.css';

type Props = { list: VisitsInTheWay; hub: NonNullable<VisitsInTheWay['professional']> };

/** Returns what is left of the day in local time; empty once it is over. */
const restOf = ({ starting_date: start, timezone }: VisitsInTheWay) => {
  const [day, now] = [dayOf(start), wallClock(wallNow(timezone))];
  const from = `${day}T00:00`;
  return { from: from < now ? now : from, until: `${addDays(day, 1)}T00:00` };
};

/** Offers to block the rest of a professional's day: without a saved absence patients can still book it. */
export const BlockDay = ({ list, hub }: Props) => {
  const { t } = useTranslation('inactivity');
  const pro = usePro();
  const { from, until } = restOf(list);
  const calendar = useCalendar(pro, { from: dayOf(list.starting_date), to: dayOf(until) });
  const { submit, sending } = useSubmit({ failed: 'blockFailed', done: 'timeBlocked' });
  if (from >= until || !calendar.data) return null;
  const blocked = calendar.data.blocks.some(
    (block) =>
      block.pro_id === hub.pro_id && wallClock(block.date) <= from && wallClock(block.ending_date) >= until,
  );
  if (blocked) return <Text c="dimmed">{t(($) => $.visits.blocked)}</Text>;
  const block = async () => {
    const body = { hub_id: hub.hub_id, starting_date: from, ending_date: until };
    const wanted = { pro, hubId: hub.hub_id, start: from, end: until };
    const { data } = await namingClash(() => call('blockTime', { body }), wanted);
    await putBlock(data);
  };
  const waits = list.bookings.length > 0;
  return (
    <Group gap="8px 12px" className={classes['tools'] ?? ''}>
      <Button variant="light" loading={sending} disabled={waits} onClick={() => void submit(block)}>
        {t(($) => $.visits.blockDay)}
      </Button>
      <Text c="dimmed">{t(($) => (waits ? $.visits.blockLater : $.visits.bookable))}</Text>
    </Group>
  );
};
