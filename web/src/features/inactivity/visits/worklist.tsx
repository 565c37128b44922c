import type { BookingView } from '@visita/contracts/booking/views';
import type { VisitsInTheWay } from '@visita/contracts/booking/visits-in-the-way';
import type { ClinicView } from '@visita/contracts/clinic/views';
import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { groupBy } from '../../../lib/compat/group-by.ts';
import { dayOf } from '../../../lib/time/wall-clock.ts';
import { Missing } from '../../../ui/feedback/states.tsx';
import { useDraft } from '../../../ui/forms/use-draft-form.ts';
import { Section } from '../../../ui/layout/section.tsx';
import { AnotherTime } from './another-time.tsx';
import { CarryOut } from './carry-out.tsx';
import { Done } from './done.tsx';
import { type Choice, type Choices, isAway, isGiven, propose, type Target } from './proposals.ts';
import { servicesOf, useFreeTimesOf } from './use-free-times.ts';
import { useWork } from './use-work.ts';
import { VisitRow } from './visit-row.tsx';
import classes from './visits.module.css';

type Props = { name: string; list: VisitsInTheWay; clinics: readonly ClinicView[] };

/** Keeps the decisions about visits that are still in the list. */
const useChoices = (name: string, visits: readonly BookingView[]) => {
  const [kept, set, draft] = useDraft<Choices>(`${name}, decisions`, {});
  const present = new Set(visits.map(({ id }) => id));
  const choices: Choices = Object.fromEntries(Object.entries(kept).filter(([id]) => present.has(id)));
  const choose = (id: string, choice: Choice | undefined) => {
    const { [id]: _before, ...others } = choices;
    set(choice === undefined ? others : { ...others, [id]: choice });
  };
  return { choices, set, choose, clear: draft.discard };
};

type ToolsProps = {
  target: Target;
  professionals: readonly (readonly [id: string, name: string])[];
  locked: boolean;
  /** Whether the free times are not known yet. */
  loading: boolean;
  onTarget: (target: Target) => void;
  onPropose: () => void;
  onCancelAll: () => void;
  onClear: () => void;
};

const Tools = ({ target, professionals, locked, loading, onTarget, ...on }: ToolsProps) => {
  const { t } = useTranslation('inactivity');
  return (
    <Group gap="8px 12px" align="end" className={classes['tools'] ?? ''}>
      <NativeSelect
        label={t(($) => $.visits.target)}
        data={[
          { value: 'any', label: t(($) => $.visits.any) },
          { value: 'same', label: t(($) => $.visits.same) },
          ...professionals.map(([value, label]) => ({ value, label })),
        ]}
        value={target}
        disabled={locked}
        onChange={({ currentTarget }) => onTarget(currentTarget.value)}
      />
      <Button variant="light" disabled={locked} loading={loading} onClick={on.onPropose}>
        {t(($) => $.visits.propose)}
      </Button>
      <Button variant="default" disabled={locked} onClick={on.onCancelAll}>
        {t(($) => $.visits.cancelAll)}
      </Button>
      <Button variant="subtle" disabled={locked} onClick={on.onClear}>
        {t(($) => $.visits.clear)}
      </Button>
    </Group>
  );
};

/** Visits to decide about, by professional, with the bar that carries the decisions out. */
export const Worklist = ({ name, list, clinics }: Props) => {
  const { t } = useTranslation('inactivity');
  const working = useWork(name);
  const { work, going } = working;
  const settled = new Set(
    work.steps.flatMap(({ bookingId, state }) => (state === 'done' ? [bookingId] : [])),
  );
  const visits = list.bookings.filter(({ id }) => !settled.has(id));
  const { choices, set, choose, clear } = useChoices(name, visits);
  const [target, setTarget] = useState<Target>('any');
  const [another, setAnother] = useState<BookingView | null>(null);
  const { load, loading, from, timesOf, professionals } = useFreeTimesOf(list, clinics);
  const locked = going || work.stopped;
  const cancels: Choices = Object.fromEntries(
    Object.entries(choices).filter(([, choice]) => choice === 'cancel'),
  );
  const moveOne = (visit: BookingView) => {
    if (choices[visit.id] && choices[visit.id] !== 'cancel') return choose(visit.id, undefined);
    const { [visit.id]: _cancelled, ...others } = choices;
    const proposed = propose({ visits: [visit], all: visits, timesOf, target, choices: others });
    if (proposed[visit.id]) set(proposed);
    else setAnother(visit);
  };
  const groups = [...groupBy(visits, ({ pro_id: id }) => id).values()];
  const dated = new Set(list.bookings.map(({ date }) => dayOf(date))).size > 1;
  const service = another && servicesOf(clinics, another);
  return (
    <Stack gap="md">
      <Missing load={load} text={t(($) => $.visits.timesFailed)} />
      {visits.length > 0 && (
        <Tools
          {...{ target, professionals, locked, loading }}
          onTarget={setTarget}
          onPropose={() => set(propose({ visits, timesOf, target, choices: cancels }))}
          onCancelAll={() =>
            set({ ...Object.fromEntries(visits.map(({ id }) => [id, 'cancel' as const])), ...choices })
          }
          onClear={clear}
        />
      )}
      {groups.map((some) => (
        <Section
          key={some[0]?.pro_id}
          title={t(($) => $.visits.ofProfessional, {
            professional: some[0]?.doctor_name,
            count: some.length,
          })}
        >
          <ol className={classes['list']}>
            {some.map((visit) => (
              <VisitRow
                key={visit.id}
                {...{ visit, dated, locked }}
                choice={choices[visit.id]}
                immovable={servicesOf(clinics, visit) ? null : t(($) => $.visits.noService)}
                step={work.steps.find(({ bookingId }) => bookingId === visit.id)}
                onMove={() => moveOne(visit)}
                onCancel={() => choose(visit.id, choices[visit.id] === 'cancel' ? undefined : 'cancel')}
                onAnother={() => setAnother(visit)}
              />
            ))}
          </ol>
        </Section>
      ))}
      {list.more && <Text c="dimmed">{t(($) => $.visits.more, { count: list.bookings.length })}</Text>}
      <Done work={work} bookings={list.bookings} />
      {(visits.length > 0 || locked) && <CarryOut {...{ visits, choices, working }} onBegin={clear} />}
      {another && service && (
        <AnotherTime
          visit={another}
          services={service}
          from={from}
          choice={choices[another.id]}
          allows={(time) => !isAway(list, time) && !isGiven(time, another, { visits, choices })}
          onChoose={(to) => {
            choose(another.id, { to });
            setAnother(null);
          }}
          onClose={() => setAnother(null)}
        />
      )}
    </Stack>
  );
};
