import { type FreeTimes as Answer, freeTimesDaysMaximum } from '@visita/contracts/booking/free-times';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { groupBy } from '../../lib/compat/group-by.ts';
import { useCall } from '../../lib/api/use-call.ts';
import { minutesOf } from '../../lib/booking/remarks.ts';
import type { When } from '../../lib/state/booking.atoms.ts';
import { currentLanguage } from '../../lib/text/i18n.ts';
import { addDays, dateOf, dayFormat, dayOf, wallNow, wallTimeOf } from '../../lib/time/wall-clock.ts';
import { Missing } from '../feedback/states.tsx';
import { advancing, useNextFocus } from './use-next-focus.ts';

/** A free start with its professional. */
export type FreeTime = { day: string; time: string } & Answer['professionals'][number];

type Place = {
  clinicId: string | undefined;
  clinicServiceId: string | undefined;
  /** Further services of the clinic in the same visit, separated by commas. */
  andServices?: string | undefined;
  /** Undefined: all professionals. */
  proId: string | undefined;
};

type Props = Place & {
  day: string | null;
  chosen: When & { hubServiceId: string | undefined };
  /** True while no time is chosen: then it takes the focus after the previous step. */
  leads?: boolean;
  /** Returns whether a time may be offered; by default all are. */
  allows?: ((time: FreeTime) => boolean) | undefined;
  onChoose: (time: FreeTime) => void;
};

/** Times of a day shown at once. */
const timesShown = 6;

export const useFreeTimes = ({ clinicId, clinicServiceId, andServices, proId }: Place, from: string) =>
  useCall(
    'getFreeTimes',
    clinicId && clinicServiceId
      ? {
          params: { clinicId },
          query: {
            clinicServiceId,
            from,
            to: addDays(from, freeTimesDaysMaximum),
            ...(proId === undefined ? {} : { proId }),
            ...(andServices === undefined ? {} : { andServices }),
          },
        }
      : null,
  );

/** Returns every free start of a day with its professional. */
export const offersOf = (
  professionals: Answer['professionals'],
  { date, free }: Answer['days'][number],
): FreeTime[] =>
  free.flatMap(({ hubServiceId, times }) => {
    const offer = professionals.find((one) => one.hubServiceId === hubServiceId);
    return offer ? times.map((time) => ({ day: date, time, ...offer })) : [];
  });

/**
 * Returns the starts of a day in order, each with one of the professionals who are free then: they take turns, so
 * that all are offered.
 */
export const startsOf = (
  { professionals }: Pick<Answer, 'professionals'>,
  day: Answer['days'][number],
  allows: (time: FreeTime) => boolean = () => true,
): FreeTime[] => {
  const offers = offersOf(professionals, day).filter(allows);
  const byTime = [...groupBy(offers, ({ time }) => time).entries()].toSorted(([one], [other]) =>
    one.localeCompare(other),
  );
  return byTime.flatMap(([, offered], nth) => offered[nth % offered.length] ?? []);
};

type Offered = NonNullable<Answer['offered']>;
type DayProps = Pick<Props, 'chosen' | 'onChoose'> & {
  date: string;
  starts: FreeTime[];
  /** Times that are offered to people on the waiting list. */
  offered: Offered;
  named: boolean;
};

const Day = ({ date, starts, offered, named, chosen, onChoose }: DayProps) => {
  const { t, i18n } = useTranslation('appointment');
  const [whole, setWhole] = useState(false);
  const isChosen = ({ day, time, hubServiceId }: FreeTime) =>
    day === chosen.day && time === chosen.time && hubServiceId === chosen.hubServiceId;
  // A time at which no professional is free.
  const wanted =
    named && chosen.hubServiceId === undefined && chosen.day === starts[0]?.day ? chosen.time : '';
  const first = shownOf(starts, wanted || null);
  const shown = starts.filter((one) => whole || first.includes(one) || isChosen(one));
  const written = dayFormat(currentLanguage(i18n), { weekday: 'short', day: 'numeric', month: 'short' });
  const label = written.format(dateOf(date));
  const untils = groupBy(offered, ({ until }) => until);
  return (
    <Stack gap={4} role="group" aria-label={label}>
      <Text size="sm" fw={600}>
        {label}
      </Text>
      <Group gap={6}>
        {shown.map((one) => (
          <Button
            key={`${one.time} ${one.hubServiceId}`}
            variant={isChosen(one) ? 'filled' : 'default'}
            aria-pressed={isChosen(one)}
            size="compact-md"
            maw="100%"
            className="tabular"
            onClick={() => onChoose(one)}
          >
            {named ? `${one.time} ${one.professional}` : one.time}
          </Button>
        ))}
        {shown.length < starts.length && (
          <Button variant="subtle" size="compact-md" onClick={() => setWhole(true)}>
            {t(($) => $.freeTimes.ofDay, { count: starts.length - shown.length })}
          </Button>
        )}
      </Group>
      {[...untils].map(([until, held]) => (
        <Text key={until} size="sm" c="dimmed" className="tabular">
          {t(($) => $.freeTimes.offered, {
            time: [...new Set(held.map(({ time }) => time))].join(', '),
            until: wallTimeOf(until),
          })}
        </Text>
      ))}
    </Stack>
  );
};

type PageProps = Place &
  Omit<DayProps, 'date' | 'starts' | 'offered'> &
  Pick<Props, 'allows'> & { from: string; until: string };

/** The free days of a month, and of the months after it, until a day. */
const Page = ({ from, until, allows, ...days }: PageProps) => {
  const { t } = useTranslation('appointment');
  const loaded = useFreeTimes(days, from);
  const answer = loaded.data?.data;
  if (!answer) return loaded.error ? <Missing load={loaded} text={t(($) => $.freeTimes.failed)} /> : null;
  const { offered = [] } = answer;
  const dates = [...answer.days, ...offered].map(({ date }) => date).filter((date) => date < until);
  const shown = [...new Set(dates)]
    .toSorted()
    .map((date) => ({
      date,
      starts: startsOf(answer, answer.days.find((one) => one.date === date) ?? { date, free: [] }, allows),
      offered: offered.filter((one) => one.date === date),
    }))
    .filter((one) => one.starts.length + one.offered.length > 0);
  return (
    <>
      {shown.map((one) => (
        <Day key={one.date} {...one} {...days} />
      ))}
      {answer.until < until && <Page from={answer.until} until={until} allows={allows} {...days} />}
    </>
  );
};

/** Returns the first day whose free times are read: the given one, but not before today. */
export const firstDayOf = (day: string | null): string => {
  const today = dayOf(wallNow(undefined));
  return day !== null && day > today ? day : today;
};

/** Returns the first day of the list: the given one, unless it followed from a choice in the list. */
const useFirstDay = (day: string | null) => {
  const [first, setFirst] = useState(day);
  const [chosen, setChosen] = useState<string | null>(null);
  if (day !== first && day !== chosen) setFirst(day);
  return { from: firstDayOf(first), setChosen };
};

/** Returns the times of a day that are shown at once: the first ones, or those nearest to a wanted time. */
const shownOf = (starts: readonly FreeTime[], wanted: string | null): readonly FreeTime[] => {
  if (wanted === null) return starts.slice(0, timesShown);
  const distanceOf = ({ time }: FreeTime) => Math.abs(minutesOf(time) - minutesOf(wanted));
  const nearest = starts.toSorted((one, other) => distanceOf(one) - distanceOf(other)).slice(0, timesShown);
  return starts.filter((one) => nearest.includes(one));
};

/** The next free times of a service from a day on, grouped by day. */
export const FreeTimes = ({ day, chosen, leads = false, allows, onChoose, ...place }: Props) => {
  const { t } = useTranslation('appointment');
  const { from, setChosen } = useFirstDay(day);
  const [weeks, setWeeks] = useState(0);
  const loaded = useFreeTimes(place, from);
  const answer = loaded.data?.data;
  const group = useRef<HTMLDivElement>(null);
  useNextFocus((answer?.days.length ?? 0) > 0 && leads, () => group.current?.querySelector('button'));
  if (!answer) return loaded.error ? <Missing load={loaded} text={t(($) => $.freeTimes.failed)} /> : null;
  if (answer.professionals.length === 0) return null;
  const [first, second] = answer.days;
  const start = first?.date ?? answer.until;
  const until = weeks === 0 ? addDays(second?.date ?? start, 1) : addDays(start, 7 * weeks);
  const choose = (time: FreeTime) => {
    setChosen(time.day);
    onChoose(time);
  };
  return (
    <Stack ref={group} gap="xs" role="group" aria-label={t(($) => $.free)} {...advancing}>
      <Text size="sm" c="dimmed">
        {first ? t(($) => $.free) : t(($) => $.freeTimes.none)}
      </Text>
      <Page
        {...place}
        from={from}
        until={until}
        named={place.proId === undefined}
        allows={allows}
        chosen={chosen}
        onChoose={choose}
      />
      <Button
        variant="subtle"
        size="compact-sm"
        style={{ alignSelf: 'start', marginInlineStart: 'calc(-1 * var(--button-padding-x))' }}
        onClick={() => setWeeks(weeks + 1)}
      >
        {t(($) => $.freeTimes.more)}
      </Button>
    </Stack>
  );
};
