import type { ListedPatient } from '@visita/contracts/patient/views';
import { Badge, Skeleton, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { patientPath } from '../../lib/page/paths.ts';
import { IconButton } from '../../ui/icons/icon-button.tsx';
import { writtenDate } from './history.ts';
import classes from './patient-list.module.css';
import { PatientTags } from './patient-tags.tsx';

/** Long addresses break before the @. */
const Email = ({ email }: { email: string }) => {
  const at = email.lastIndexOf('@');
  return (
    <>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </>
  );
};

const Visit = ({ which, at }: { which: 'last' | 'next'; at: string }) => {
  const { t } = useTranslation('patients');
  return (
    <span className={classes['visit']} data-none={at === '' || undefined}>
      <span className={classes['label']}>{t(($) => $.list[which])}</span>{' '}
      <span className="tabular">{at === '' ? '–' : writtenDate(at)}</span>
    </span>
  );
};

type RowProps = { patient: ListedPatient; onEdit: () => void };

export const PatientRow = ({ patient, onEdit }: RowProps) => {
  const { t } = useTranslation('patients');
  const { name, email, prefix, phone, tags, note, responsible, leaves_at: leavesAt } = patient;
  return (
    <div className={classes['row']}>
      <Link to={patientPath(patient.id)} className={classes['link'] ?? ''}>
        <span className={classes['initials']} aria-hidden="true">
          {name.trim().charAt(0).toUpperCase()}
        </span>
        <span className={classes['who']}>
          <span className={classes['name']}>{name}</span>
          <PatientTags tags={tags} className={classes['tag'] ?? ''} />
          {leavesAt && (
            <Badge component="span" variant="light" color="red" className={classes['tag'] ?? ''}>
              {t(($) => $.leaving.on, { date: writtenDate(leavesAt) })}
            </Badge>
          )}
          {note && (
            <Text span c="dimmed" className={classes['note'] ?? ''}>
              {note}
            </Text>
          )}
        </span>
        <Text span inherit c="dimmed">
          {responsible ? t(($) => $.family.with, { patient: responsible.name }) : <Email email={email} />}
          <span className={`tabular ${classes['phone'] ?? ''}`}>{phone && `${prefix} ${phone}`}</span>
        </Text>
        <Visit which="last" at={patient.last_visit} />
        <Visit which="next" at={patient.next_visit} />
      </Link>
      <IconButton icon="edit" size={36} label={t(($) => $.edit.of, { patient: name })} onClick={onEdit} />
    </div>
  );
};

export const RowSkeleton = () => (
  <div className={classes['row']}>
    <Skeleton height={32} m={12} />
  </div>
);
