import type { SeriesPlan } from '@visita/contracts/series/views';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { bookedCount, type Decisions, undecided } from './decisions.ts';
import { useWritten } from './use-written.ts';
import classes from './series.module.css';

type Visit = SeriesPlan['visits'][number];
type Decide = (use: string | null | undefined) => void;

type RowProps = {
  visit: Visit;
  /** Whether existing visits move, so that one that is left out stays at its time. */
  moves: boolean;
  decide: Decide;
};

/** The ways to decide about a date that is not free. */
const Choices = ({ visit, moves, decide }: RowProps) => {
  const { t } = useTranslation('series');
  const written = useWritten();
  const keepable = visit.state === 'outside-hours' || visit.state === 'buffer';
  return (
    <Group gap={6}>
      {visit.alternatives.map((start) => (
        <Button key={start} variant="default" size="compact-sm" onClick={() => decide(start)}>
          {written.near(start, visit.date)}
        </Button>
      ))}
      {keepable && (
        <Button variant="default" size="compact-sm" onClick={() => decide(visit.date)}>
          {t(($) => $.keep)}
        </Button>
      )}
      <Button variant="subtle" size="compact-sm" onClick={() => decide(null)}>
        {moves ? t(($) => $.leaveThere) : t(($) => $.leaveOut)}
      </Button>
    </Group>
  );
};

const Decided = ({ visit, moves, decide }: RowProps) => {
  const { t } = useTranslation('series');
  const written = useWritten();
  const { use, date } = visit;
  const instead = use === date ? t(($) => $.kept) : t(($) => $.instead, { when: use && written.long(use) });
  const left = moves ? t(($) => $.leftThere) : t(($) => $.leftOut);
  return (
    <Group gap={6} justify="space-between" wrap="nowrap">
      <Text size="sm">{use === null ? left : instead}</Text>
      <Button variant="subtle" size="compact-sm" onClick={() => decide(undefined)}>
        {t(($) => $.change)}
      </Button>
    </Group>
  );
};

/** Focuses the buttons of a date that replace the pressed one. */
const useFocusAfterDeciding = (open: boolean, decide: Decide) => {
  const group = useRef<HTMLDivElement>(null);
  const pressed = useRef(false);
  useEffect(() => {
    if (pressed.current) group.current?.querySelector('button')?.focus();
    pressed.current = false;
  }, [open]);
  const press: Decide = (use) => {
    pressed.current = true;
    decide(use);
  };
  return { group, press };
};

const Row = ({ isDecided, decide, ...shown }: RowProps & { isDecided: boolean }) => {
  const { t } = useTranslation('series');
  const written = useWritten();
  const { visit } = shown;
  const open = !visit.decided;
  const { group, press } = useFocusAfterDeciding(open, decide);
  const row = { ...shown, decide: press };
  const { date, state } = visit;
  const name = written.long(date);
  if (state === 'free' && !isDecided)
    return (
      <li>
        <span className="tabular">{name}</span>
      </li>
    );
  return (
    <li className={open ? classes['open'] : undefined}>
      <Stack ref={group} gap={4} role="group" aria-label={name}>
        <Group gap={8}>
          <span className="tabular">{name}</span>
          <Text size="sm" fw={open ? 600 : 400} className="remark">
            {t(($) => $.states[state])}
          </Text>
        </Group>
        {open ? <Choices {...row} /> : <Decided {...row} />}
      </Stack>
    </li>
  );
};

type Props = {
  visits: readonly Visit[];
  decisions: Decisions;
  moves?: boolean;
  onChange: (decisions: Decisions) => void;
};

/** Every date of the series; dates that are not free have alternatives. */
export const SeriesDates = ({ visits, decisions, moves = false, onChange }: Props) => {
  const { t } = useTranslation('series');
  const open = undecided([...visits]);
  const count = bookedCount([...visits]);
  const all = moves ? t(($) => $.willMove, { count }) : t(($) => $.willBook, { count });
  const decide =
    (date: string): Decide =>
    (use) => {
      const { [date]: _before, ...others } = decisions;
      onChange(use === undefined ? others : { ...others, [date]: use });
    };
  return (
    <Stack gap={6}>
      <Text size="sm" fw={600} role="status">
        {open > 0 ? t(($) => $.toDecide, { count: open }) : all}
      </Text>
      <ol className={classes['dates']} aria-label={t(($) => $.dates)} tabIndex={0}>
        {visits.map((visit) => (
          <Row
            key={visit.date}
            visit={visit}
            moves={moves}
            isDecided={visit.date in decisions}
            decide={decide(visit.date)}
          />
        ))}
      </ol>
    </Stack>
  );
};
