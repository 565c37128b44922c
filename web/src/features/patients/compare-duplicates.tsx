import type { Duplicate, ListedPatient } from '@visita/contracts/patient/views';
import { Button, Group, Modal, Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mergePatients, pairOf, separatePatients, tellPatientsApart } from '../../lib/data/duplicates.api.ts';
import type { Undo } from '../../ui/feedback/toast.tsx';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import classes from './duplicates.module.css';
import { writtenDate } from './history.ts';

const facts = ['email', 'phone', 'birthDate', 'tags', 'note', 'lastVisit', 'nextVisit'] as const;
type Fact = (typeof facts)[number];

const saidOf = (patient: ListedPatient): Readonly<Record<Fact, string>> => ({
  email: patient.email,
  phone: patient.phone && `${patient.prefix} ${patient.phone}`,
  birthDate: patient.birth_date && writtenDate(patient.birth_date),
  tags: patient.tags.join(', '),
  note: patient.note,
  lastVisit: patient.last_visit && writtenDate(patient.last_visit),
  nextVisit: patient.next_visit && writtenDate(patient.next_visit),
});

type SideProps = { patient: ListedPatient; other: ListedPatient };

/** One of the two records; differences are highlighted. */
const Side = ({ patient, other }: SideProps) => {
  const { t } = useTranslation('patients');
  const [said, others] = [saidOf(patient), saidOf(other)];
  return (
    <div className={classes['side']}>
      <Radio
        value={patient.id}
        label={patient.name}
        className={classes['name'] ?? ''}
        classNames={{ body: classes['choice'] ?? '', label: classes['chosen'] ?? '' }}
      />
      {facts.map((fact) => (
        <div key={fact} className={classes['fact']} data-differs={said[fact] !== others[fact] || undefined}>
          <span className={classes['label']}>{t(($) => $.duplicates.facts[fact])}</span>{' '}
          <span className={classes['said']}>{said[fact] || '–'}</span>
        </div>
      ))}
    </div>
  );
};

/** Returns the decisions on two records: merge them, with undo, or mark them as different people. */
const useDecision = ({ one, other }: Duplicate, keptId: string, onDecided: () => void) => {
  const merging = useSubmit({ failed: 'patientMergeFailed', done: 'patientsMerged' });
  const separating = useSubmit({ failed: 'patientMergeFailed', done: 'patientsSeparated' });
  const telling = useSubmit({ failed: 'patientMergeFailed', done: 'patientsToldApart' });
  const absorbedId = keptId === one.id ? other.id : one.id;
  const merge = { keptId, absorbedId };
  const undo: Undo = {
    of: pairOf(merge),
    act: () => void separating.submit(() => separatePatients(merge)),
    called: 'separate',
  };
  const decided = async (sent: Promise<boolean>) => {
    if (await sent) onDecided();
  };
  return {
    sending: merging.sending || telling.sending,
    merge: () => decided(merging.submit(() => mergePatients(merge), undo)),
    tellApart: () => decided(telling.submit(() => tellPatientsApart(one.id, other.id))),
  };
};

type PairProps = { pair: Duplicate; onDecided: () => void };

/** Two records side by side, with the decisions. */
export const ComparePair = ({ pair, onDecided }: PairProps) => {
  const { t } = useTranslation('patients');
  const { one, other, because } = pair;
  const [keptId, setKeptId] = useState(one.id);
  const { sending, merge, tellApart } = useDecision(pair, keptId, onDecided);
  const shared = because.map((which) => t(($) => $.duplicates.because[which])).join(', ');
  return (
    <Stack>
      {shared && <Text>{t(($) => $.duplicates.shared, { what: shared })}</Text>}
      <Radio.Group
        label={t(($) => $.duplicates.keep)}
        description={t(($) => $.duplicates.keepHint)}
        value={keptId}
        onChange={setKeptId}
      >
        <div className={classes['sides']}>
          <Side patient={one} other={other} />
          <Side patient={other} other={one} />
        </div>
      </Radio.Group>
      <Group justify="flex-end" className={classes['decide'] ?? ''}>
        {shared && (
          <Button variant="default" disabled={sending} onClick={() => void tellApart()}>
            {t(($) => $.duplicates.apart)}
          </Button>
        )}
        <Button loading={sending} data-autofocus onClick={() => void merge()}>
          {t(($) => $.duplicates.merge)}
        </Button>
      </Group>
    </Stack>
  );
};

type Props = { pairs: readonly Duplicate[]; opened: boolean; onClose: () => void };

export const CompareDuplicates = ({ pairs, opened, onClose }: Props) => {
  const { t } = useTranslation(['patients', 'common']);
  const [first] = pairs;
  return (
    <Modal
      opened={opened && first !== undefined}
      onClose={onClose}
      title={t(($) => $.duplicates.title)}
      closeButtonProps={{ 'aria-label': t(($) => $.common.actions.close) }}
      size={680}
      centered
    >
      {first && (
        <ComparePair
          key={`${first.one.id} ${first.other.id}`}
          pair={first}
          onDecided={pairs.length > 1 ? () => undefined : onClose}
        />
      )}
    </Modal>
  );
};
