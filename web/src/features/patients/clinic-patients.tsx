import type { ClinicPatient, ClinicRecord } from '@visita/contracts/patient/views';
import type { Pro } from '@visita/contracts/pro/views';
import { Group, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { patientPath } from '../../lib/page/paths.ts';
import { useClinicPatientSearch, useClinicsOfPatients } from '../../lib/data/patients.api.ts';
import { Missing } from '../../ui/feedback/states.tsx';
import { IconButton } from '../../ui/icons/icon-button.tsx';
import classes from './clinic-patients.module.css';
import { EditPatientPanel } from './edit-patient.panel.tsx';
import { writtenDate } from './history.ts';

const Record = ({ record }: { record: ClinicRecord }) => {
  const { t } = useTranslation('patients');
  const { professional, last_visit: last, next_visit: next } = record;
  const visits = [
    next && t(($) => $.clinic.next, { date: writtenDate(next) }),
    last && t(($) => $.clinic.last, { date: writtenDate(last) }),
  ].filter(Boolean);
  return (
    <Link to={patientPath(record.id, record.pro_id)} className={classes['record'] ?? ''}>
      <span>{t(($) => $.clinic.with, { professional })}</span>
      {visits.length > 0 && (
        <Text span inherit c="dimmed" className="tabular">
          {visits.join(' · ')}
        </Text>
      )}
    </Link>
  );
};

type PersonProps = { patient: ClinicPatient; pro: Pro; onEdit: () => void };

const Person = ({ patient: { others, ...first }, pro, onEdit }: PersonProps) => {
  const { t } = useTranslation('patients');
  const { name, email, prefix, phone, responsible } = first;
  const reached = [
    responsible ? t(($) => $.family.with, { patient: responsible.name }) : email,
    phone && `${prefix}\u00a0${phone}`,
  ];
  // The list above has the caller's own record.
  const records = [first, ...others].filter((record) => record.pro_id !== pro.id);
  return (
    <li className={classes['person']}>
      <Group component="span" justify="space-between" wrap="nowrap">
        <span className={classes['name']}>{name}</span>
        {!first.restricted && first.legal_hold === undefined && (
          <IconButton icon="edit" label={t(($) => $.edit.of, { patient: name })} onClick={onEdit} />
        )}
      </Group>
      <Text span inherit c="dimmed" className="tabular">
        {reached.filter(Boolean).join(' · ')}
      </Text>
      {records.map((record) => (
        <Record key={record.id} record={record} />
      ))}
    </li>
  );
};

type Props = { pro: Pro; search: string };

/** Patients of colleagues who match a search, with their professionals and visits. */
export const ClinicPatients = ({ pro, search }: Props) => {
  const { t } = useTranslation('patients');
  const clinics = useClinicsOfPatients(pro);
  const [edited, setEdited] = useState<ClinicPatient | null>(null);
  const { found, settled, ...load } = useClinicPatientSearch(pro, search);
  const colleagues = found.filter(({ others, pro_id: proId }) => proId !== pro.id || others.length > 0);
  if (clinics.length === 0) return null;
  const title = t(($) => $.clinic.title, { clinics: clinics.map(({ name }) => name).join(', ') });
  return (
    <Stack gap="xs" component="section" aria-label={title}>
      <Title order={2} size="h4">
        {title}
      </Title>
      <Missing load={{ ...load, at: null }} text={t(($) => $.loadFailed)} />
      {colleagues.length > 0 && (
        <ul className={classes['persons']}>
          {colleagues.map((patient) => (
            <Person key={patient.id} {...{ patient, pro }} onEdit={() => setEdited(patient)} />
          ))}
        </ul>
      )}
      <Text c="dimmed" role="status">
        {search.trim() === ''
          ? t(($) => $.clinic.hint)
          : settled && load.data && colleagues.length === 0 && t(($) => $.noneFound)}
      </Text>
      {edited && (
        <EditPatientPanel key={edited.id} pro={pro} patient={edited} onClose={() => setEdited(null)} />
      )}
    </Stack>
  );
};
