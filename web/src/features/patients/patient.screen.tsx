import type { PatientView } from '@visita/contracts/booking/views';
import { Anchor, Button, Stack, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { paths } from '../../app/paths.ts';
import { call } from '../../lib/client.ts';
import { ExportButton } from '../../ui/export-button.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Failure, Loading } from '../../ui/states.tsx';
import { UpgradeCard } from '../../ui/upgrade-card.tsx';
import { usePro } from '../shell/use-pro.ts';
import { EditPatientPanel } from './edit-patient.panel.tsx';
import { ErasePatient } from './erase-patient.tsx';
import { HistoryList } from './history-list.tsx';
import { usePatientHistory } from './patients.api.ts';
import classes from './patients.module.css';

const PatientCard = ({ patient, onEdit }: { patient: PatientView; onEdit: () => void }) => {
  const { t } = useTranslation('patients');
  return (
    <section className={classes['card']}>
      <div>
        <Title order={1} size="h2">
          {patient.name}
        </Title>
        <ul className={classes['contact']}>
          <li>
            <Icon name="mail" size={18} />
            <Anchor href={`mailto:${patient.email}`}>{patient.email}</Anchor>
          </li>
          <li>
            <Icon name="phone" size={18} />
            <Anchor href={`tel:${patient.prefix}${patient.phone}`} className="tabular">
              {`${patient.prefix} ${patient.phone}`}
            </Anchor>
          </li>
        </ul>
      </div>
      <Button variant="default" leftSection={<Icon name="edit" size={18} />} onClick={onEdit}>
        {t(($) => $.edit.open)}
      </Button>
      <div className={classes['data']}>
        <ExportButton
          label={t(($) => $.export.open)}
          filename={`visita-patient-${patient.id}.json`}
          failed={t(($) => $.export.errorMessage)}
          load={() => call('exportPatient', { params: { patientId: patient.id } })}
        />
        <ErasePatient patient={patient} />
      </div>
    </section>
  );
};

/** One patient: who they are, and what they came for. */
export const PatientScreen = () => {
  const { t } = useTranslation('patients');
  const pro = usePro();
  const { patientId = '' } = useParams();
  const { data, error, mutate } = usePatientHistory(pro, patientId);
  const [editing, setEditing] = useState(false);

  const content = () => {
    if (data)
      return (
        <>
          <PatientCard patient={data.patient} onEdit={() => setEditing(true)} />
          {pro.subscription[0]?.patientManagerFunction ? (
            <HistoryList pro={pro} bookings={data.bookings} />
          ) : (
            <UpgradeCard title={t(($) => $.upgrade.title)} text={t(($) => $.upgrade.text)} />
          )}
          {editing && <EditPatientPanel patient={data.patient} onClose={() => setEditing(false)} />}
        </>
      );
    if (error) return <Failure text={t(($) => $.history.loadFailed)} onRetry={() => void mutate()} />;
    return <Loading rows={4} height={110} />;
  };

  return (
    <Stack maw={800} mx="auto" gap="md">
      <title>{`${data?.patient.name ?? t(($) => $.title)} · Visita`}</title>
      <Link to={paths.patients} className={classes['back'] ?? ''}>
        <Icon name="back" size={18} />
        {t(($) => $.back)}
      </Link>
      {content()}
    </Stack>
  );
};
