import {
  noteMaximum,
  patientNote,
  patientTags,
  tagMaximum,
  tagsMaximum,
} from '@visita/contracts/patient/remarks';
import type { PatientRecord } from '@visita/contracts/patient/views';
import type { Pro } from '@visita/contracts/pro/views';
import { Button, Group, Stack, TagsInput, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { saveOver } from '../../lib/booking/clash.ts';
import { everybody, putRemarks, rereadPatients, usePatientPage } from '../../lib/data/patients.api.ts';
import { FormPanel } from '../../ui/forms/form-panel.tsx';
import { Icon } from '../../ui/icons/icons.tsx';
import { useBodyForm } from '../../ui/forms/use-body-form.ts';
import { unsavedAfter } from '../../ui/forms/use-submit.ts';
import { PatientTags } from './patient-tags.tsx';
import classes from './patients.module.css';

const schema = z.object({
  tags: patientTags,
  note: patientNote,
});

const listed = (tags: unknown): string => (Array.isArray(tags) ? tags.join(', ') : '');

type PanelProps = { pro: Pro; patient: PatientRecord; onClose: () => void };

const RemarksPanel = ({ pro, patient, onClose }: PanelProps) => {
  const { t } = useTranslation('patients');
  const { id: patientId, tags, note, remarks_version: version } = patient;
  const basis = { version, record: { tags, note } };
  const { form, body, draft } = useBodyForm(schema, { tags, note, adding: '', basis }, (values) => values, {
    name: `remarks ${patientId}`,
  });
  const suggestions = usePatientPage(pro, everybody).data?.tags ?? [];
  const save = async () => {
    if (!body) return;
    const named = {
      tags: { label: t(($) => $.remarks.tags), show: listed },
      note: { label: t(($) => $.remarks.note) },
    };
    const input = { params: { patientId }, body };
    const saved = await saveOver('setPatientRemarks', input, { basis: form.values.basis, named });
    if (!saved.answer) return unsavedAfter(rereadPatients());
    await putRemarks(patientId, saved.answer.data);
    return undefined;
  };
  return (
    <FormPanel
      title={t(($) => $.remarks.title, { patient: patient.name })}
      submit={t(($) => $.edit.save)}
      send={body && save}
      draft={draft}
      failed="patientUpdateFailed"
      done="patientUpdated"
      onClose={onClose}
      cancel
    >
      <Stack>
        <TagsInput
          label={t(($) => $.remarks.tags)}
          description={t(($) => $.remarks.tagsHint, { count: tagsMaximum })}
          data={suggestions.map(({ tag }) => tag)}
          maxTags={tagsMaximum}
          maxLength={tagMaximum}
          acceptValueOnBlur
          data-autofocus
          {...form.getInputProps('tags')}
          searchValue={form.values.adding}
          onSearchChange={(adding) => form.setValues({ adding })}
        />
        <Textarea
          label={t(($) => $.remarks.note)}
          description={t(($) => $.remarks.noteHint)}
          rows={6}
          maxLength={noteMaximum}
          {...form.getInputProps('note')}
        />
      </Stack>
    </FormPanel>
  );
};

export const PatientRemarks = ({ pro, patient }: { pro: Pro; patient: PatientRecord }) => {
  const { t } = useTranslation('patients');
  const [editing, setEditing] = useState(false);
  const { tags, note } = patient;
  return (
    <section className="ruled" aria-label={t(($) => $.remarks.open)}>
      {tags.length > 0 && (
        <Group gap={6} mb={8}>
          <PatientTags tags={tags} />
        </Group>
      )}
      {note && (
        <Text mb={12} className={classes['remark'] ?? ''}>
          {note}
        </Text>
      )}
      {!patient.restricted && (
        <Button
          variant="default"
          leftSection={<Icon name="edit" size={18} />}
          onClick={() => setEditing(true)}
        >
          {t(($) => $.remarks.open)}
        </Button>
      )}
      {editing && <RemarksPanel pro={pro} patient={patient} onClose={() => setEditing(false)} />}
    </section>
  );
};
