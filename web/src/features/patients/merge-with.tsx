import type { Duplicate, ListedPatient, PatientRecord } from '@visita/contracts/patient/views';
import type { Pro } from '@visita/contracts/pro/views';
import { Modal, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePair } from '../../lib/data/duplicates.api.ts';
import { Loaded, Loading } from '../../ui/feedback/states.tsx';
import { MenuAction } from '../../ui/panels/menu-action.tsx';
import { ComparePair } from './compare-duplicates.tsx';
import { PatientSelect } from './patient-select.tsx';

type Props = { pro: Pro; patient: PatientRecord };

const isFree = ({ restricted, legal_hold }: Pick<PatientRecord, 'restricted' | 'legal_hold'>): boolean =>
  !restricted && legal_hold === undefined;

const hasVisits = ({ last_visit: last, next_visit: next }: ListedPatient): boolean =>
  last !== '' || next !== '';

/** Puts the record first that is kept by default: the page's patient, unless only the other has visits. */
const startingWith = (pair: Duplicate, patientId: string): Duplicate => {
  const turned = { ...pair, one: pair.other, other: pair.one };
  const own = pair.one.id === patientId ? pair : turned;
  const others = own === pair ? turned : pair;
  return hasVisits(own.other) && !hasVisits(own.one) ? others : own;
};

type ComparedProps = { pro: Pro; patient: { id: string }; otherId: string; onDecided: () => void };

/** Loads two records and shows them side by side, with the decisions. */
export const Compared = ({ pro, patient, otherId, onDecided }: ComparedProps) => {
  const { t } = useTranslation('patients');
  const pair = usePair(pro, patient.id, otherId);
  return (
    <Loaded
      loads={{ pair }}
      failed={t(($) => $.history.loadFailed)}
      skeleton={<Loading rows={4} height={40} />}
    >
      {({ pair: [found] }) =>
        found && <ComparePair pair={startingWith(found, patient.id)} onDecided={onDecided} />
      }
    </Loaded>
  );
};

/**
 * Merges the patient with a record that is not suggested as a duplicate, such as one with a new name or
 * phone.
 */
export const MergeWith = ({ pro, patient }: Props) => {
  const { t } = useTranslation(['patients', 'common']);
  const [opened, setOpened] = useState(false);
  const [otherId, setOtherId] = useState('');
  if (!isFree(patient)) return null;
  const close = () => setOpened(false);
  return (
    <>
      <MenuAction
        icon="people"
        onClick={() => {
          setOtherId('');
          setOpened(true);
        }}
      >
        {t(($) => $.duplicates.mergeWith.open)}
      </MenuAction>
      <Modal
        opened={opened}
        onClose={close}
        title={t(($) => $.duplicates.mergeWith.title, { patient: patient.name })}
        closeButtonProps={{ 'aria-label': t(($) => $.common.actions.close) }}
        size={680}
        centered
      >
        <Stack>
          <PatientSelect
            pro={pro}
            label={t(($) => $.duplicates.mergeWith.other)}
            allow={(found) => found.id !== patient.id && isFree(found)}
            value={otherId}
            onChange={setOtherId}
          />
          {otherId && <Compared key={otherId} {...{ pro, patient, otherId }} onDecided={close} />}
        </Stack>
      </Modal>
    </>
  );
};
