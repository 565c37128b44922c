import type { BookingView } from '@visita/contracts/booking/views';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../../lib/text/i18n.ts';
import { moment } from '../../../lib/time/wall-clock.ts';
import { PatientName } from '../../../ui/bookings/patient-name.tsx';
import { Confirm } from '../../../ui/dialogs/confirm.tsx';
import type { Choices } from './proposals.ts';
import type { useWork } from './use-work.ts';
import { useDecided, useShortWhen } from './visit-row.tsx';
import { countOf, planOf } from './work.ts';
import classes from './visits.module.css';

type Working = ReturnType<typeof useWork>;
type Props = { visits: readonly BookingView[]; choices: Choices; working: Working; onBegin: () => void };

/** Asks before the decisions are carried out: each visit with its professional, before and after. */
const Ask = ({ visits, choices, working, onBegin }: Props) => {
  const { t } = useTranslation('inactivity');
  const when = useShortWhen();
  const decided = useDecided();
  const [asking, setAsking] = useState(false);
  const planned = planOf(working.work, visits, choices);
  const { moved, cancelled } = countOf(planned, 'waiting');
  const unmailed = visits.filter(({ id, patient_email: email }) => choices[id] && email === '').length;
  const goOn = () => {
    setAsking(false);
    working.begin(planned);
    onBegin();
  };
  const named = planned.steps.flatMap((step) => {
    const visit = visits.find(({ id }) => id === step.bookingId);
    return visit && step.state === 'waiting' ? [{ step, visit }] : [];
  });
  return (
    <>
      <Text role="status">
        {moved + cancelled === 0
          ? t(($) => $.visits.undecided)
          : t(($) => $.visits.decisions, { moved, cancelled, left: visits.length - moved - cancelled })}
      </Text>
      <Button disabled={moved + cancelled === 0} onClick={() => setAsking(true)}>
        {t(($) => $.visits.carryOut)}
      </Button>
      <Confirm
        opened={asking}
        title={t(($) => $.visits.confirmTitle)}
        confirm={t(($) => $.visits.confirm)}
        onCancel={() => setAsking(false)}
        onConfirm={goOn}
      >
        <ul className={classes['summary']}>
          {named.map(({ step, visit }) => (
            <li key={visit.id}>
              <PatientName booking={visit} erased={t(($) => $.visits.erased)} />
              <Text>{`${when(visit.date)}, ${visit.doctor_name} → ${decided(step.to)}`}</Text>
            </li>
          ))}
        </ul>
        {moved > 0 && <Text>{t(($) => $.visits.mailsMoved)}</Text>}
        {cancelled > 0 && <Text>{t(($) => $.visits.mailsCancelled)}</Text>}
        {unmailed > 0 && <Text>{t(($) => $.visits.mailsNone, { count: unmailed })}</Text>}
      </Confirm>
    </>
  );
};

/** Progress of the steps, which waits where a limit says so and can be stopped. */
const Progress = ({ working }: { working: Working }) => {
  const { t, i18n } = useTranslation('inactivity');
  const { work, until, going } = working;
  const waiting = countOf(work, 'waiting').all;
  const total = work.steps.length;
  const text = t(($) => $.visits.progress, { done: total - waiting, total });
  return (
    <Stack gap="xs" w="100%">
      <Text role="status">
        {until
          ? t(($) => $.visits.waits, { text, time: moment(until, currentLanguage(i18n)) })
          : going
            ? text
            : t(($) => $.visits.stopped, { text })}
      </Text>
      <progress className={classes['progress']} aria-label={text} value={total - waiting} max={total} />
      <Group gap="xs">
        {going ? (
          <Button variant="default" onClick={working.stop}>
            {t(($) => $.visits.stop)}
          </Button>
        ) : (
          <>
            <Button onClick={working.goOn}>{t(($) => $.visits.goOn)}</Button>
            <Button variant="default" onClick={working.drop}>
              {t(($) => $.visits.drop, { count: waiting })}
            </Button>
          </>
        )}
      </Group>
    </Stack>
  );
};

/** The bar below the list: the decisions, or the progress of carrying them out. */
export const CarryOut = (props: Props) => {
  const waiting = countOf(props.working.work, 'waiting').all;
  return (
    <div className={classes['bar']}>
      {waiting > 0 ? <Progress working={props.working} /> : <Ask {...props} />}
    </div>
  );
};
