import type { Duplicate, PatientRecord } from '@visita/contracts/patient/views';
import { Button, Group, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pairOf, separatePatients } from '../../lib/data/duplicates.api.ts';
import { ConfirmAction } from '../../ui/dialogs/confirm-action.tsx';
import { dropUndo } from '../../ui/feedback/toast.tsx';
import { CompareDuplicates } from './compare-duplicates.tsx';
import classes from './duplicates.module.css';
import { Callout } from './callout.tsx';
import { PatientTags } from './patient-tags.tsx';

type SuggestedProps = { duplicates: readonly Duplicate[]; patient?: PatientRecord };

/** Lists possible duplicates, of all patients or of one, and opens the comparison. */
export const SuggestedDuplicates = ({ duplicates, patient }: SuggestedProps) => {
  const { t } = useTranslation('patients');
  const [comparing, setComparing] = useState(false);
  const pairs = duplicates.filter(
    ({ one, other }) =>
      ![one, other].some(({ restricted, legal_hold }) => restricted || legal_hold !== undefined),
  );
  if (pairs.length === 0) return null;
  return (
    <Callout
      icon="people"
      label={t(($) => $.duplicates.heading)}
      text={
        patient
          ? t(($) => $.duplicates.foundOf, { count: pairs.length })
          : t(($) => $.duplicates.found, { count: pairs.length })
      }
    >
      <Button variant="default" onClick={() => setComparing(true)}>
        {t(($) => $.duplicates.compare)}
      </Button>
      <CompareDuplicates pairs={pairs} opened={comparing} onClose={() => setComparing(false)} />
    </Callout>
  );
};

type RecordProps = { patient: PatientRecord; record: PatientRecord };

const MergedRecord = ({ patient, record }: RecordProps) => {
  const { t } = useTranslation('patients');
  const { name, email, prefix, phone, tags, note } = record;
  const reached = [email, phone && `${prefix} ${phone}`].filter(Boolean).join(' · ');
  const merge = { keptId: patient.id, absorbedId: record.id };
  const separate = async () => {
    await separatePatients(merge);
    // The undo in the merge's toast no longer applies.
    dropUndo(pairOf(merge));
  };
  return (
    <li>
      <div className={classes['text']}>
        <Text fw={600}>{name}</Text>
        {reached && <Text c="dimmed">{reached}</Text>}
        {tags.length > 0 && (
          <Group gap={6} my={4}>
            <PatientTags tags={tags} />
          </Group>
        )}
        {note && <Text className={classes['note'] ?? ''}>{note}</Text>}
      </div>
      <ConfirmAction
        trigger={(ask) => (
          <Button variant="default" onClick={ask}>
            {t(($) => $.duplicates.separate.open)}
          </Button>
        )}
        title={t(($) => $.duplicates.separate.title)}
        text={<Text>{t(($) => $.duplicates.separate.text, { patient: name })}</Text>}
        confirm={t(($) => $.duplicates.separate.open)}
        act={separate}
        failed="patientMergeFailed"
        done="patientsSeparated"
      />
    </li>
  );
};

type MergedProps = { patient: PatientRecord; merged: readonly PatientRecord[] };

/** Records merged into this patient, with the data of each and a button to separate them. */
export const MergedRecords = ({ patient, merged }: MergedProps) => {
  const { t } = useTranslation('patients');
  if (merged.length === 0) return null;
  return (
    <section className="ruled" aria-labelledby="merged-records">
      <Title order={2} size="h5" id="merged-records">
        {t(($) => $.duplicates.merged)}
      </Title>
      <ul className={classes['merged']}>
        {merged.map((record) => (
          <MergedRecord key={record.id} patient={patient} record={record} />
        ))}
      </ul>
    </section>
  );
};
