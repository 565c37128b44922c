import { groupsOf } from '@visita/contracts/booking/day-sheet';
import type { BookingView } from '@visita/contracts/booking/views';
import { useTranslation } from 'react-i18next';
import { useTown } from '../../lib/data/use-town.ts';
import { currentLanguage } from '../../lib/text/i18n.ts';
import { longDay, moment, wallTimeOf } from '../../lib/time/wall-clock.ts';
import { clinicNames } from './sheet.ts';

type Columns = { clinic: boolean; professional: boolean };

const Row = ({ visit, columns }: { visit: BookingView; columns: Columns }) => {
  const { t } = useTranslation(['today', 'attendance', 'common']);
  const town = useTown(visit);
  const { patient_prefix: prefix, patient_phone: phone, attendance, visit_answer: answer } = visit;
  return (
    <tr>
      <td className="tabular">
        {`${wallTimeOf(visit.date)}–${wallTimeOf(visit.ending_date)}`}
        {town && ` (${t(($) => $.common.clockOf, { town })})`}
      </td>
      <td>{visit.patient_name || t(($) => $.erased)}</td>
      <td className="tabular">{phone && `${prefix} ${phone}`}</td>
      <td>{visit.service}</td>
      {columns.professional && <td>{visit.status === 'orfan' ? t(($) => $.orphan) : visit.doctor_name}</td>}
      {columns.clinic && <td>{visit.clinic_name}</td>}
      <td>
        {attendance === 'expected' ? '☐' : t(($) => $.attendance.said[attendance])}
        {attendance === 'expected' && answer && ` ${t(($) => $.attendance.answered[answer])}`}
        {attendance === 'expected' && visit.text_answer && <q>{visit.text_answer}</q>}
      </td>
    </tr>
  );
};

type TableProps = { visits: readonly BookingView[]; title: string; about: string; columns: Columns };

/** Table of visits under a title that is repeated on each of its pages. */
const Table = ({ visits, title, about, columns }: TableProps) => {
  const { t } = useTranslation('today');
  const names = [
    'time',
    'patient',
    'phone',
    'service',
    ...(columns.professional ? (['professional'] as const) : []),
    ...(columns.clinic ? (['clinic'] as const) : []),
    'attendance',
  ] as const;
  return (
    <table className="printed-page">
      <thead>
        <tr>
          <th scope="colgroup" colSpan={names.length}>
            <h2>{title}</h2>
            <p>{about}</p>
          </th>
        </tr>
        <tr>
          {names.map((name) => (
            <th key={name} scope="col">
              {t(($) => $.columns[name])}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {visits.map((visit) => (
          <Row key={visit.id} visit={visit} columns={columns} />
        ))}
      </tbody>
    </table>
  );
};

type Props = { visits: readonly BookingView[]; day: string; byProfessional: boolean; now: Date };

/** Printed day: clinic, visits and phones without notes; by professional, each has pages of their own. */
export const PrintedSheet = ({ visits, day, byProfessional, now }: Props) => {
  const { t, i18n } = useTranslation('today');
  const language = currentLanguage(i18n);
  const several = (of: readonly BookingView[]) => new Set(of.map(({ clinic_id: id }) => id)).size > 1;
  const aboutOf = (of: readonly BookingView[]) =>
    [
      longDay(day, language),
      t(($) => $.visits, { count: of.length }),
      t(($) => $.asOf, { time: moment(now, language) }),
    ].join(' · ');
  if (visits.length === 0) return <h2>{`${longDay(day, language)}: ${t(($) => $.none)}`}</h2>;
  if (!byProfessional)
    return (
      <Table
        visits={visits}
        title={clinicNames(visits)}
        about={aboutOf(visits)}
        columns={{ clinic: several(visits), professional: true }}
      />
    );
  return groupsOf(visits).map(({ id, name, visits: of }) => (
    <Table
      key={id}
      visits={of}
      title={`${name || t(($) => $.orphan)} · ${clinicNames(of)}`}
      about={aboutOf(of)}
      columns={{ clinic: several(of), professional: false }}
    />
  ));
};
