import { mailTo } from '@visita/contracts/mailto';
import type { PatientView } from '@visita/contracts/booking/views';
import type { PatientRecord } from '@visita/contracts/patient/views';
import type { Pro } from '@visita/contracts/pro/views';
import { Anchor, Badge, Button, Group, Stack, Text, Title } from '@mantine/core';
import { useSetAtom } from 'jotai';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams, useSearchParams } from 'react-router';
import { paths } from '../../lib/page/paths.ts';
import { useCall } from '../../lib/api/use-call.ts';
import { nameOf } from '../../lib/booking/hubs.ts';
import { useClinics } from '../../lib/data/clinic.api.ts';
import { Icon } from '../../ui/icons/icons.tsx';
import { Loaded, Loading } from '../../ui/feedback/states.tsx';
import { UpgradeCard } from '../../ui/feedback/upgrade-card.tsx';
import { Dropdown } from '../../ui/panels/dropdown.tsx';
import { newBookingAtom } from '../../lib/state/booking.atoms.ts';
import { usePro } from '../../lib/session/use-pro.ts';
import { MergedRecords, SuggestedDuplicates } from './duplicates.tsx';
import { EditPatientPanel } from './edit-patient.panel.tsx';
import { PatientFigures } from './patient-figures.tsx';
import { ErasePatient } from './erase-patient.tsx';
import { ExportPatient } from './export-patient.tsx';
import { Family } from './family.tsx';
import { writtenDate } from './history.ts';
import { LegalHold } from './legal-hold.tsx';
import { MergeWith } from './merge-with.tsx';
import { HistoryList } from './history-list.tsx';
import { SuspendOnlineBooking } from './suspend-online-booking.tsx';
import { PatientRemarks } from './patient-remarks.tsx';
import { RestrictPatient } from './restrict-patient.tsx';
import { RecordViews } from './record-views.tsx';
import { TextsSwitch } from './texts-switch.tsx';
import { useDuplicates } from '../../lib/data/duplicates.api.ts';
import { usePatientHistory } from '../../lib/data/patients.api.ts';
import classes from './patients.module.css';

const Contact = ({ patient }: { patient: PatientView }) => (
  <ul className={classes['contact']}>
    {patient.email && (
      <li>
        <Icon name="mail" size={18} />
        <Anchor href={mailTo(patient.email)}>{patient.email}</Anchor>
      </li>
    )}
    {patient.birth_date && (
      <li>
        <Icon name="calendar" size={18} />
        <span className="tabular">{writtenDate(patient.birth_date)}</span>
      </li>
    )}
    {patient.phone && (
      <li>
        <Icon name="phone" size={18} />
        <Anchor href={`tel:${patient.prefix}${patient.phone}`} className="tabular">
          {`${patient.prefix} ${patient.phone}`}
        </Anchor>
      </li>
    )}
  </ul>
);

/** Without `onEdit` the caller may not correct the record. */
type HeadProps = { patient: PatientRecord; onEdit: (() => void) | null; more?: ReactNode };

/** Name, contact and state of a patient, with the actions of everyone who may open the record. */
const CardHead = ({ patient, onEdit, more }: HeadProps) => {
  const { t } = useTranslation(['patients', 'common']);
  const openNewBooking = useSetAtom(newBookingAtom);
  const proId = useSearchParams()[0].get('pro');
  const booked = { ...patient, ...(proId && { pro_id: proId }) };
  return (
    <Group justify="space-between" align="flex-start">
      <div>
        <Title order={1} size="h2">
          {patient.name}
        </Title>
        <Contact patient={patient} />
        {patient.suspended !== undefined && (
          <Group gap="xs" mt="xs">
            <Badge variant="light" color="red">
              {t(($) => $.onlineBooking.badge)}
            </Badge>
            <Text c="dimmed">{patient.suspended}</Text>
          </Group>
        )}
        {patient.legal_hold !== undefined && (
          <Group gap="xs" mt="xs">
            <Badge variant="light">{t(($) => $.legalHold.badge)}</Badge>
            <Text c="dimmed">{patient.legal_hold}</Text>
          </Group>
        )}
        {patient.leaves_at !== undefined && (
          <Group gap="xs" mt="xs">
            <Badge variant="light" color="red" tt="none">
              {t(($) => $.leaving.on, { date: writtenDate(patient.leaves_at) })}
            </Badge>
            <Text c="dimmed">{t(($) => $.leaving.why)}</Text>
          </Group>
        )}
        {patient.restricted && (
          <Group gap="xs" mt="xs">
            <Badge variant="light">{t(($) => $.restriction.badge)}</Badge>
            <Text c="dimmed">{t(($) => $.restriction.note)}</Text>
          </Group>
        )}
      </div>
      <Group gap="xs">
        {patient.name && !patient.restricted && (
          <Button
            leftSection={<Icon name="plus" size={18} />}
            onClick={() => openNewBooking({ day: null, time: '', patient: booked })}
          >
            {t(($) => $.common.nav.newBooking)}
          </Button>
        )}
        {onEdit && !patient.restricted && (
          <Button variant="default" leftSection={<Icon name="edit" size={18} />} onClick={onEdit}>
            {t(($) => $.edit.open)}
          </Button>
        )}
        {more}
      </Group>
    </Group>
  );
};

/** Seldom and legal actions on a patient. */
const MoreActions = ({ pro, patient }: { pro: Pro; patient: PatientRecord }) => {
  const { t } = useTranslation('patients');
  return (
    <Dropdown
      actions
      compact
      label={t(($) => $.more, { patient: patient.name })}
      shown={<Icon name="more" size={18} />}
    >
      <ExportPatient patient={patient} />
      <MergeWith pro={pro} patient={patient} />
      <SuspendOnlineBooking patient={patient} />
      <RestrictPatient patient={patient} />
      <LegalHold patient={patient} />
      {patient.legal_hold === undefined && <ErasePatient pro={pro} patient={patient} />}
    </Dropdown>
  );
};

type CardProps = HeadProps & {
  pro: Pro;
  merged: readonly PatientRecord[];
  texts: boolean | undefined;
  allTexts: boolean | undefined;
};

const PatientCard = ({ pro, patient, merged, texts, allTexts, onEdit }: CardProps) => (
  <section className="card">
    <CardHead patient={patient} onEdit={onEdit} more={<MoreActions pro={pro} patient={patient} />} />
    <PatientRemarks pro={pro} patient={patient} />
    <MergedRecords patient={patient} merged={merged} />
    <Family pro={pro} patient={patient} />
    <TextsSwitch patient={patient} agreed={texts} toAll={allTexts} />
    <Group className="ruled" gap={8}>
      <RecordViews patientId={patient.id} />
    </Group>
  </section>
);

type ColleaguesProps = HeadProps & { pro: Pro; colleagueId: string };

/** Card of a colleague's patient. Notes, tags and legal actions stay with the colleague. */
const ColleaguesPatient = ({ pro, colleagueId, patient, onEdit }: ColleaguesProps) => {
  const { t } = useTranslation('patients');
  const hubs = (useClinics(pro).data ?? []).flatMap((clinic) => clinic.hubs);
  const hub = hubs.find(({ proId }) => proId === colleagueId);
  return (
    <section className="card">
      <CardHead patient={patient} onEdit={patient.legal_hold === undefined ? onEdit : null} />
      {hub && (
        <Text c="dimmed" className="ruled">
          {t(($) => $.clinic.patientOf, { professional: nameOf(hub) })}
        </Text>
      )}
    </section>
  );
};

export const PatientScreen = () => {
  // The panel's texts are loaded with the screen: waiting for them later would lose the focus.
  const { t } = useTranslation(['patients', 'appointment']);
  const pro = usePro();
  const { patientId = '' } = useParams();
  const [address] = useSearchParams();
  const proId = address.get('pro') ?? pro.id;
  const history = usePatientHistory(proId, patientId);
  const duplicates = useDuplicates(pro, patientId);
  const answers = useCall('getPatientAnswers', proId === pro.id ? { params: { patientId } } : null);
  const [editing, setEditing] = useState(false);
  const onEdit = () => setEditing(true);

  return (
    <Stack maw="var(--narrow-page-width)" mx="auto" gap="md">
      <title>{`${history.data?.patient.name ?? t(($) => $.title)} · Visita`}</title>
      <Link to={paths.patients} className={classes['back'] ?? ''}>
        <Icon name="back" size={18} />
        {t(($) => $.back)}
      </Link>
      <Loaded
        // Waits for the duplicates notice, which would move the card.
        loads={{ history: duplicates.settled ? history : { ...history, data: undefined } }}
        failed={t(($) => $.history.loadFailed)}
        skeleton={<Loading rows={4} height={110} />}
      >
        {({
          history: {
            patient,
            merged,
            bookings,
            cancelled,
            attendance,
            texts,
            all_texts: allTexts,
            history_function: included,
          },
        }) => (
          <>
            {proId === pro.id ? (
              <>
                <SuggestedDuplicates duplicates={duplicates.pairs} patient={patient} />
                <PatientCard {...{ pro, patient, merged, texts, allTexts, onEdit }} />
              </>
            ) : (
              <ColleaguesPatient {...{ pro, patient, onEdit }} colleagueId={proId} />
            )}
            {included ? (
              <>
                <PatientFigures attendance={attendance} />
                <HistoryList bookings={[...bookings, ...cancelled]} answers={answers.data?.data ?? []} />
              </>
            ) : (
              <UpgradeCard title={t(($) => $.upgrade.title)} text={t(($) => $.upgrade.text)} />
            )}
            {editing && <EditPatientPanel pro={pro} patient={patient} onClose={() => setEditing(false)} />}
          </>
        )}
      </Loaded>
    </Stack>
  );
};
