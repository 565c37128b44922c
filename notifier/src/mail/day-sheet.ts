import { createZones } from '@visita/contracts/availability/zones';
import { groupsOf } from '@visita/contracts/booking/day-sheet';
import type { BookingView } from '@visita/contracts/booking/views';
import type { Subject } from '@visita/contracts/event';
import type { MailJob } from '@visita/contracts/jobs';
import { sheetIn } from '../day-sheet-reads.ts';
import type { ComposeDeps } from './planned-reminder.ts';
import { dayIn, zonedTimeIn } from './templates/times.ts';
import { write } from './write.ts';

const zones = createZones();

const lineOf = (visit: BookingView): string => {
  const times = [visit.date, visit.ending_date].map((time) => time.slice(11, 16)).join('–');
  const phone = visit.patient_phone && `${visit.patient_prefix}\u00a0${visit.patient_phone}`;
  return [`${times} ${visit.patient_name || '–'}`, visit.service, phone].filter(Boolean).join(' · ');
};

const subjectsOf = (visits: readonly BookingView[]): Subject[] => [
  ...new Set(
    visits.flatMap(({ patient_id: patient, contact_id: contact, pro_id: pro, status }): Subject[] => [
      ...(patient ? [`patient-${patient}` as const] : []),
      ...(contact ? [`patient-${contact}` as const] : []),
      ...(status === 'orfan' ? [] : [`pro-${pro}` as const]),
    ]),
  ),
];

/**
 * Writes the visits of a day, without notes; null without visits, or if the pro may not see them or does not
 * want the sheet any more.
 */
export const daySheet = async ({ reads, now, ...deps }: ComposeDeps, job: MailJob) => {
  const sheet = sheetIn(job.about);
  const found = await reads.daySheet(sheet);
  if (!found || found.visits.length === 0) return null;
  const { email, language, clinic, timezone, visits } = found;
  const groups = groupsOf(visits);
  const listed = groups.flatMap((group, nth) => [
    [`name${nth}`, group.name],
    [`visits${nth}`, group.visits.map(lineOf).join('\n')],
  ]);
  const subjects = [
    ...new Set<Subject>([`pro-${sheet.proId}`, `clinic-${sheet.clinicId}`, ...subjectsOf(visits)]),
  ];
  return write(
    deps,
    job,
    { email, language, subjects },
    {
      ...Object.fromEntries(listed),
      groups: String(groups.length),
      ...(groups.at(-1)?.id === '' ? { orphaned: 'true' } : {}),
      clinic,
      count: String(visits.length),
      day: dayIn(language, new Date(zones(timezone).midnight(sheet.day)), timezone),
      when: zonedTimeIn(language, now(), timezone),
      link: `${deps.publicOrigin}/dashboard/today?date=${sheet.day}`,
    },
  );
};
