import { personalDataCalls } from '@visita/contracts/api/personal-data';
import type { PatientView } from '@visita/contracts/booking/views';
import { Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/api/client.ts';
import { putLegalHold } from '../../lib/data/patients.api.ts';
import { FormPanel } from '../../ui/forms/form-panel.tsx';
import { useBodyForm } from '../../ui/forms/use-body-form.ts';
import { MenuAction } from '../../ui/panels/menu-action.tsx';

const schema = personalDataCalls.setLegalHold.body;

type PanelProps = { patient: PatientView; onClose: () => void };

const HoldPanel = ({ patient, onClose }: PanelProps) => {
  const { t } = useTranslation('patients');
  // The panel keeps its question while it fades out, when the hold is already changed.
  const [held] = useState(patient.legal_hold === undefined);
  const which = held ? 'set' : 'lift';
  const { form, draft, body } = useBodyForm(schema, { reason: '' }, (values) => ({ ...values, held }), {
    name: `legal hold ${patient.id} ${which}`,
  });
  const save = async () => {
    if (!body) return;
    await call('setLegalHold', { params: { patientId: patient.id }, body });
    await putLegalHold(patient.id, held ? body.reason : undefined);
  };
  return (
    <FormPanel
      title={t(($) => $.legalHold[which].title, { patient: patient.name })}
      submit={t(($) => $.legalHold[which].open)}
      send={body && save}
      draft={draft}
      failed="patientUpdateFailed"
      done={held ? 'legalHoldSet' : 'legalHoldLifted'}
      onClose={onClose}
      cancel
    >
      <Stack>
        <Text>{t(($) => $.legalHold[which].text)}</Text>
        <Textarea
          label={t(($) => $.legalHold.reason)}
          description={t(($) => $.legalHold.reasonHint)}
          rows={4}
          maxLength={500}
          required
          data-autofocus
          {...form.getInputProps('reason')}
        />
      </Stack>
    </FormPanel>
  );
};

/** Legal hold that prevents erasure; setting and lifting it require a recorded reason. */
export const LegalHold = ({ patient }: { patient: PatientView }) => {
  const { t } = useTranslation('patients');
  const [open, setOpen] = useState(false);
  const which = patient.legal_hold === undefined ? 'set' : 'lift';
  return (
    <>
      <MenuAction icon="note" onClick={() => setOpen(true)}>
        {t(($) => $.legalHold[which].open)}
      </MenuAction>
      {open && <HoldPanel patient={patient} onClose={() => setOpen(false)} />}
    </>
  );
};
