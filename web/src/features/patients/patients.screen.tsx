import type { PatientView } from '@visita/contracts/booking/views';
import { Button, Text } from '@mantine/core';
import { useSetAtom } from 'jotai';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { patientPath } from '../../lib/paths.ts';
import { currentLanguage } from '../../lib/i18n.ts';
import { Icon } from '../../ui/icons.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Page } from '../../ui/page.tsx';
import { SearchField } from '../../ui/text-fields.tsx';
import { Empty, Loaded, Loading } from '../../ui/states.tsx';
import { usePatients } from '../../lib/data/patients.api.ts';
import { searchPatients } from '../../lib/patient-search.ts';
import { newBookingAtom } from '../../lib/state/booking.atoms.ts';
import { usePro } from '../../lib/use-pro.ts';
import { useSearchFocus } from '../../lib/use-search-focus.ts';
import { EditPatientPanel } from './edit-patient.panel.tsx';
import classes from './patients.module.css';

/** Rows shown at first, and more at a time: a long list would make typing slow. */
const page = 100;

type RowProps = { patient: PatientView; responsible: PatientView | undefined; onEdit: () => void };

/** Where there is no room for all of it, the address goes on before its @. */
const Email = ({ of: { email } }: { of: PatientView }) => {
  const at = email.lastIndexOf('@');
  return (
    <Text span inherit c="dimmed">
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </Text>
  );
};

const PatientRow = ({ patient, responsible, onEdit }: RowProps) => {
  const { t } = useTranslation('patients');
  return (
    <li className={classes['row']}>
      <Link to={patientPath(patient.id)} className={classes['link'] ?? ''}>
        <span className={classes['initials']} aria-hidden="true">
          {patient.name.trim().charAt(0).toUpperCase()}
        </span>
        <span className={classes['name']}>{patient.name}</span>
        {responsible ? (
          <Text span inherit c="dimmed">
            {t(($) => $.family.with, { patient: responsible.name })}
          </Text>
        ) : (
          <Email of={patient} />
        )}
        <Text span inherit c="dimmed" className="tabular">
          {patient.phone && `${patient.prefix} ${patient.phone}`}
        </Text>
      </Link>
      <IconButton
        icon="edit"
        size={36}
        label={t(($) => $.edit.of, { patient: patient.name })}
        onClick={onEdit}
      />
    </li>
  );
};

type ListProps = { patients: readonly PatientView[]; query: string; onEdit: (patient: PatientView) => void };

const PatientList = ({ patients, query, onEdit }: ListProps) => {
  const { t, i18n } = useTranslation('patients');
  const [limit, setLimit] = useState(page);
  const found = query.trim() === '' ? patients : searchPatients(patients, query);
  const byId = new Map(patients.map((patient) => [patient.id, patient]));
  const sorted = found.toSorted((one, other) => one.name.localeCompare(other.name, currentLanguage(i18n)));
  return (
    <>
      <Text c="dimmed" role="status">
        {found.length === 0 ? t(($) => $.noneFound) : t(($) => $.count, { count: found.length })}
      </Text>
      {found.length > 0 && (
        <ul className={classes['list']}>
          {sorted.slice(0, limit).map((patient) => (
            <PatientRow
              key={patient.id}
              patient={patient}
              responsible={byId.get(patient.responsible_id)}
              onEdit={() => onEdit(patient)}
            />
          ))}
        </ul>
      )}
      {found.length > limit && (
        <Button variant="default" onClick={() => setLimit(limit + page)}>
          {t(($) => $.more)}
        </Button>
      )}
    </>
  );
};

const NoPatients = () => {
  const { t } = useTranslation('patients');
  const openNewBooking = useSetAtom(newBookingAtom);
  return (
    <Empty
      icon="people"
      title={t(($) => $.empty.title)}
      text={t(($) => $.empty.text)}
      action={
        <Button
          leftSection={<Icon name="plus" size={18} />}
          onClick={() => openNewBooking({ day: null, time: '' })}
        >
          {t(($) => $.empty.action)}
        </Button>
      }
    />
  );
};

/** The pro's patients: to search, to open, to correct. */
export const PatientsScreen = () => {
  const { t } = useTranslation('patients');
  const pro = usePro();
  const patients = usePatients(pro);
  const [query, setQuery] = useState('');
  const deferred = useDeferredValue(query);
  const [edited, setEdited] = useState<PatientView | null>(null);
  const search = useSearchFocus();

  return (
    <Page title={t(($) => $.title)}>
      {patients.data?.length !== 0 && (
        <SearchField
          ref={search}
          aria-label={t(($) => $.search)}
          placeholder={t(($) => $.searchPlaceholder)}
          maw={480}
          value={query}
          onChange={setQuery}
        />
      )}
      <Loaded
        loads={{ patients }}
        failed={t(($) => $.loadFailed)}
        skeleton={<Loading rows={8} height={52} />}
      >
        {({ patients: all }) =>
          all.length === 0 ? (
            <NoPatients />
          ) : (
            <PatientList key={deferred} patients={all} query={deferred} onEdit={setEdited} />
          )
        }
      </Loaded>
      {edited && <EditPatientPanel key={edited.id} patient={edited} onClose={() => setEdited(null)} />}
    </Page>
  );
};
