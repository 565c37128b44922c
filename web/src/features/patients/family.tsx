import { patientCalls } from '@visita/contracts/api/patient';
import type { PatientView } from '@visita/contracts/booking/views';
import { relation } from '@visita/contracts/patient/events';
import type { Pro } from '@visita/contracts/pro/views';
import { Button, Group, Select, Stack, Text, TextInput, Title } from '@mantine/core';
import { useState, type ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { call } from '../../lib/api/client.ts';
import { rereadPatients, useFamily } from '../../lib/data/patients.api.ts';
import { patientPath } from '../../lib/page/paths.ts';
import { BirthDateField } from '../../ui/fields/birth-date-field.tsx';
import { FormPanel } from '../../ui/forms/form-panel.tsx';
import { Icon } from '../../ui/icons/icons.tsx';
import { useBodyForm } from '../../ui/forms/use-body-form.ts';
import { writtenDate } from './history.ts';
import { PatientSelect } from './patient-select.tsx';
import classes from './patients.module.css';

type PanelProps = { patient: PatientView; onClose: () => void };
type Relation = (typeof relation.options)[number];

const messages = { failed: 'patientUpdateFailed', done: 'patientUpdated' } as const;

const newDependant: { name: string; birthDate: string | null; relation: Relation } = {
  name: '',
  birthDate: null,
  relation: 'child',
};
const newCare: { responsibleId: string; relation: Relation } = { responsibleId: '', relation: 'child' };

const RelationField = ({ value, onChange }: { value: Relation; onChange: (value: Relation) => void }) => {
  const { t } = useTranslation('patients');
  return (
    <Select
      label={t(($) => $.family.relation)}
      data={relation.options.map((option) => ({
        value: option,
        label: t(($) => $.family.relations[option]),
      }))}
      value={value}
      onChange={(chosen) => onChange(relation.parse(chosen))}
      allowDeselect={false}
    />
  );
};

type CareProps = Pick<ComponentProps<typeof FormPanel>, 'title' | 'draft' | 'onClose' | 'children'> & {
  send: (() => Promise<unknown>) | null;
};

/** Form about family relations; saving it reloads the patients. */
const CarePanel = ({ send, ...panel }: CareProps) => {
  const { t } = useTranslation('patients');
  const save = async () => {
    await send?.();
    await rereadPatients();
  };
  return <FormPanel {...messages} {...panel} submit={t(($) => $.edit.save)} send={send && save} cancel />;
};

const AddDependant = ({ patient, onClose }: PanelProps) => {
  const { t } = useTranslation(['patients', 'appointment']);
  const { form, body, draft } = useBodyForm(
    patientCalls.addDependant.body,
    newDependant,
    (values) => values,
    { name: `dependant of ${patient.id}` },
  );
  const params = { patientId: patient.id };
  return (
    <CarePanel
      title={t(($) => $.family.addTitle, { patient: patient.name })}
      send={body && (() => call('addDependant', { params, body }))}
      draft={draft}
      onClose={onClose}
    >
      <Stack>
        <TextInput
          label={t(($) => $.edit.name)}
          maxLength={120}
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('name')}
        />
        <BirthDateField
          value={form.values.birthDate}
          onChange={(birthDate) => form.setValues({ birthDate })}
        />
        <RelationField
          value={form.values.relation}
          onChange={(chosen) => form.setValues({ relation: chosen })}
        />
      </Stack>
    </CarePanel>
  );
};

/** Form to choose who is responsible for the patient: a listed patient without a responsible contact. */
const PlaceUnder = ({ pro, patient, onClose }: PanelProps & { pro: Pro }) => {
  const { t } = useTranslation('patients');
  const { form, body, draft } = useBodyForm(
    patientCalls.placePatientUnder.body,
    newCare,
    (values) => values,
    { name: `responsible of ${patient.id}` },
  );
  const params = { patientId: patient.id };
  return (
    <CarePanel
      title={t(($) => $.family.placeTitle, { patient: patient.name })}
      send={body && (() => call('placePatientUnder', { params, body }))}
      draft={draft}
      onClose={onClose}
    >
      <Stack>
        <PatientSelect
          pro={pro}
          label={t(($) => $.family.responsible)}
          description={t(($) => $.family.responsibleHint)}
          allow={({ id, responsible_id: under }) => id !== patient.id && under === ''}
          value={form.values.responsibleId}
          onChange={(responsibleId) => form.setValues({ responsibleId })}
        />
        <RelationField
          value={form.values.relation}
          onChange={(chosen) => form.setValues({ relation: chosen })}
        />
      </Stack>
    </CarePanel>
  );
};

/** Form that makes the patient independent, with an optional email. */
const OnTheirOwn = ({ patient, onClose }: PanelProps) => {
  const { t } = useTranslation(['patients', 'common']);
  const { form, body, draft } = useBodyForm(
    patientCalls.setPatientOnTheirOwn.body,
    { email: '' },
    ({ email }) => ({ email: email === '' ? null : email }),
    { name: `own ${patient.id}` },
  );
  const params = { patientId: patient.id };
  return (
    <CarePanel
      title={t(($) => $.family.ownTitle, { patient: patient.name })}
      send={body && (() => call('setPatientOnTheirOwn', { params, body }))}
      draft={draft}
      onClose={onClose}
    >
      <TextInput
        label={t(($) => $.common.fields.email)}
        description={t(($) => $.family.ownHint)}
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        maxLength={254}
        data-autofocus
        {...form.getInputProps('email')}
      />
    </CarePanel>
  );
};

const Person = ({ patient, as }: { patient: PatientView; as: string }) => {
  const { t } = useTranslation('patients');
  const known = relation.safeParse(as);
  const said = [
    known.success ? t(($) => $.family.relations[known.data]) : '',
    patient.birth_date && t(($) => $.family.born, { date: writtenDate(patient.birth_date) }),
  ];
  return (
    <li>
      <Link to={patientPath(patient.id)}>{patient.name}</Link>
      <Text span c="dimmed">
        {said.filter(Boolean).join(' · ')}
      </Text>
    </li>
  );
};

export const Family = ({ pro, patient }: { pro: Pro; patient: PatientView }) => {
  const { t } = useTranslation('patients');
  const patients = useFamily(pro, patient.id).data?.patients ?? [];
  const [open, setOpen] = useState<'add' | 'place' | 'own' | null>(null);
  const responsible = patients.find(({ id }) => id === patient.responsible_id);
  const dependants = patients.filter(({ responsible_id: under }) => under === patient.id);
  const close = () => setOpen(null);
  return (
    <section className="ruled" aria-label={t(($) => $.family.title)}>
      {(responsible || dependants.length > 0) && (
        <>
          <Title order={2} size="h5">
            {responsible ? t(($) => $.family.caredBy) : t(($) => $.family.caresFor)}
          </Title>
          <ul className={classes['family']}>
            {responsible && <Person patient={responsible} as="" />}
            {dependants.map((dependant) => (
              <Person key={dependant.id} patient={dependant} as={dependant.relation} />
            ))}
          </ul>
        </>
      )}
      <Group gap={8}>
        {patient.responsible_id === '' ? (
          <Button
            variant="default"
            leftSection={<Icon name="plus" size={18} />}
            onClick={() => setOpen('add')}
          >
            {t(($) => $.family.add)}
          </Button>
        ) : (
          <Button variant="default" onClick={() => setOpen('own')}>
            {t(($) => $.family.own)}
          </Button>
        )}
        {dependants.length === 0 && (
          <Button variant="default" onClick={() => setOpen('place')}>
            {t(($) => $.family.place)}
          </Button>
        )}
      </Group>
      {open === 'add' && <AddDependant patient={patient} onClose={close} />}
      {open === 'place' && <PlaceUnder pro={pro} patient={patient} onClose={close} />}
      {open === 'own' && <OnTheirOwn patient={patient} onClose={close} />}
    </section>
  );
};
