import { recallsAtOnce } from '@visita/contracts/api/recalls';
import type { ClinicView } from '@visita/contracts/clinic/views';
import { recallListedMonths } from '@visita/contracts/recall/rules';
import type { DueRecall, RecallOutcome } from '@visita/contracts/recall/views';
import { Alert, Button, Checkbox, Group, List, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { isReceptionOnly } from '../../lib/booking/hubs.ts';
import { useHubs } from '../../lib/data/clinic.api.ts';
import { paths } from '../../lib/page/paths.ts';
import { usePro } from '../../lib/session/use-pro.ts';
import { Empty, Loaded, Loading } from '../../ui/feedback/states.tsx';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { Why } from '../../ui/forms/why.tsx';
import { DueCard, isInvitable } from './due-card.tsx';
import { sendRecalls, useRecalls } from './recalls.api.ts';

type Refused = { name: string; outcome: Exclude<RecallOutcome, 'invited'> };

/** Patients who got no invitation, with the reasons. */
const NotInvited = ({ refused }: { refused: readonly Refused[] }) => {
  const { t } = useTranslation('recalls');
  if (refused.length === 0) return null;
  return (
    <Alert color="yellow" role="status" title={t(($) => $.not.title)}>
      <List>
        {refused.map(({ name, outcome }) => (
          <List.Item key={name}>{t(($) => $.not[outcome], { name })}</List.Item>
        ))}
      </List>
    </Alert>
  );
};

type PageProps = { from: number; total: number; turn: (from: number) => void };

const Pages = ({ from, total, turn }: PageProps) => {
  const { t } = useTranslation('recalls');
  const to = Math.min(from + recallsAtOnce, total);
  if (total <= recallsAtOnce) return null;
  return (
    <Group>
      <Button variant="default" disabled={from === 0} onClick={() => turn(from - recallsAtOnce)}>
        {t(($) => $.back)}
      </Button>
      <Text>{t(($) => $.page, { from: from + 1, to, total })}</Text>
      <Button variant="default" disabled={to === total} onClick={() => turn(from + recallsAtOnce)}>
        {t(($) => $.more)}
      </Button>
    </Group>
  );
};

const refusedOf = (
  due: readonly DueRecall[],
  outcomes: ReadonlyMap<string, RecallOutcome>,
): readonly Refused[] =>
  due.flatMap(({ booking_id: id, name }) => {
    const outcome = outcomes.get(id) ?? 'invited';
    return outcome === 'invited' ? [] : [{ name, outcome }];
  });

type ChoiceProps = { clinic: ClinicView; due: readonly DueRecall[]; total: number; invited: number };

/** Patients of a page, of whom some are chosen and invited. */
const Choice = ({ clinic, due, total, invited }: ChoiceProps) => {
  const { t } = useTranslation('recalls');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [refused, setRefused] = useState<readonly Refused[]>([]);
  const { sending, submit } = useSubmit({ failed: 'recallsFailed', done: 'recallsSent' });
  const invitable = due.filter(isInvitable).map(({ booking_id: id }) => id);
  const ids = invitable.filter((id) => chosen.has(id));
  const choose = (id: string, on: boolean) =>
    setChosen(new Set([...chosen].filter((one) => one !== id).concat(on ? id : [])));
  const send = () =>
    submit(async () => {
      setRefused(refusedOf(due, await sendRecalls(clinic.id, ids)));
      setChosen(new Set());
    });
  const card = (one: DueRecall) => (
    <DueCard
      key={one.booking_id}
      due={one}
      chosen={chosen.has(one.booking_id)}
      onChoose={(on) => choose(one.booking_id, on)}
    />
  );
  return (
    <>
      <NotInvited refused={refused} />
      <Group justify="space-between">
        <Checkbox
          size="md"
          label={t(($) => $.all)}
          checked={ids.length > 0 && ids.length === invitable.length}
          indeterminate={ids.length > 0 && ids.length < invitable.length}
          disabled={invitable.length === 0}
          onChange={(event) => setChosen(new Set(event.currentTarget.checked ? invitable : []))}
        />
        <Group gap="sm">
          {ids.length === 0 && <Why>{t(($) => $.none)}</Why>}
          <Button loading={sending} disabled={ids.length === 0} onClick={() => void send()}>
            {ids.length === 0 ? t(($) => $.send) : t(($) => $.sendTo, { count: ids.length })}
          </Button>
        </Group>
      </Group>
      <Text c="dimmed">{t(($) => $.count, { count: total - invited })}</Text>
      {due.filter((one) => one.invited === null).map(card)}
      {invited > 0 && (
        <Title order={2} size="h4">
          {t(($) => $.alreadyInvited, { count: invited })}
        </Title>
      )}
      {due.filter((one) => one.invited !== null).map(card)}
    </>
  );
};

/** The patients of a clinic who are due for a next visit. */
export const DueList = ({ clinic }: { clinic: ClinicView }) => {
  const { t } = useTranslation('recalls');
  const [from, setFrom] = useState(0);
  const recalls = useRecalls(clinic.id, from);
  const isReception = isReceptionOnly(useHubs(usePro()).data ?? []);
  return (
    <Loaded loads={{ recalls }} failed={t(($) => $.failed)} skeleton={<Loading rows={4} height={88} />}>
      {({ recalls: { due, total, invited } }) =>
        due.length === 0 ? (
          <Empty
            icon="mail"
            title={t(($) => $.empty)}
            text={t(($) => $.emptyHint)}
            action={
              !isReception && (
                <Button component={Link} to={paths.setting}>
                  {t(($) => $.toRules)}
                </Button>
              )
            }
          />
        ) : (
          <Stack gap="sm">
            <Text>
              {t(($) => $.intro)} {t(($) => $.listed, { months: recallListedMonths })}
            </Text>
            <Choice key={from} clinic={clinic} due={due} total={total} invited={invited} />
            <Pages from={from} total={total} turn={setFrom} />
          </Stack>
        )
      }
    </Loaded>
  );
};
