import { type Group as Visits, groupsOf } from '@visita/contracts/booking/day-sheet';
import type { BookingView } from '@visita/contracts/booking/views';
import { Button, Group, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { countAttendance } from '../../lib/booking/attendance.ts';
import { plannableHubs } from '../../lib/booking/hubs.ts';
import { useClinics } from '../../lib/data/clinic.api.ts';
import { visitsPath } from '../../lib/page/paths.ts';
import { usePro } from '../../lib/session/use-pro.ts';
import { currentLanguage } from '../../lib/text/i18n.ts';
import { longDay } from '../../lib/time/wall-clock.ts';
import { nextOf, type Sheet } from './sheet.ts';
import classes from './today.module.css';
import type { SheetAddress } from './use-sheet-address.ts';
import { VisitRow } from './visit-row.tsx';

/** Number of visits, and of patients who wait, were seen or missed it. */
export const Counts = ({ visits }: { visits: readonly BookingView[] }) => {
  const { t } = useTranslation('today');
  const { waiting, attended, missed } = countAttendance(visits);
  const said = [
    t(($) => $.visits, { count: visits.length }),
    ...(waiting > 0 ? [t(($) => $.waiting, { count: waiting })] : []),
    ...(attended > 0 ? [t(($) => $.seen, { count: attended })] : []),
    ...(missed > 0 ? [t(($) => $.missed, { count: missed })] : []),
  ];
  return (
    <Text role="status" className="tabular">
      {said.join(' · ')}
    </Text>
  );
};

/** Scrolls once to the current visit of a single list, with the previous one visible. */
const useNowInSight = (single: boolean) => {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const next = single ? list.current?.querySelector('[data-next]') : null;
    if (next && next.getBoundingClientRect().bottom > innerHeight) next.scrollIntoView({ block: 'center' });
  }, [single]);
  return list;
};

/** Links to the lists in which a professional's visits of the day are moved or cancelled, one for each clinic. */
const DayLinks = ({ group, day }: { group: Visits; day: string }) => {
  const { t } = useTranslation('inactivity');
  const pro = usePro();
  const hubs = plannableHubs(useClinics(pro).data ?? [], pro);
  return hubs
    .filter(
      ({ proId, clinicId }) => proId === group.id && group.visits.some((one) => one.clinic_id === clinicId),
    )
    .map(({ id, name }, _nth, all) => {
      const text = [t(($) => $.visits.workThrough), ...(all.length > 1 ? [name] : [])].join(' · ');
      return (
        <Button
          key={id}
          component={Link}
          to={visitsPath({ hub: id, day })}
          variant="subtle"
          size="compact-md"
          aria-label={`${text} · ${group.name}`}
        >
          {text}
        </Button>
      );
    });
};

/** Returns whether the visits are listed by professional: as chosen, or for the only one of a team on the day. */
const useByProfessional = ({ visits, professionals }: Sheet, address: SheetAddress): boolean => {
  const pro = usePro();
  const hubs = plannableHubs(useClinics(pro).data ?? [], pro);
  return (
    address.byProfessional ||
    visits.every(({ pro_id: id }) => id === address.pro) ||
    (professionals.length === 1 && new Set(hubs.map(({ proId }) => proId)).size > 1)
  );
};

type ListsProps = { sheet: Sheet; address: SheetAddress; now: Date };

/** List of the day's visits, or a list for each professional. */
export const Lists = ({ sheet, address, now }: ListsProps) => {
  const { t, i18n } = useTranslation('today');
  const pro = usePro();
  const { visits, clinics } = sheet;
  const { date, day } = address;
  const byProfessional = useByProfessional(sheet, address);
  const groups = byProfessional ? groupsOf(visits) : [{ id: 'all', name: '', visits }];
  const lists = useNowInSight(groups.length === 1);
  const name = date ? t(($) => $.listOf, { day: longDay(date, currentLanguage(i18n)) }) : t(($) => $.list);
  return (
    <div ref={lists} className={classes['lists']}>
      {groups.map((group) => (
        <section key={group.id}>
          {byProfessional && (
            <Group justify="space-between" gap="0 16px" mb={6}>
              <h2 className={classes['professional']}>{group.name || t(($) => $.orphan)}</h2>
              <DayLinks group={group} day={day} />
            </Group>
          )}
          <ol
            className={classes['sheet']}
            aria-label={byProfessional ? `${name}, ${group.name || t(($) => $.orphan)}` : name}
          >
            {group.visits.map((booking) => (
              <VisitRow
                key={booking.id}
                booking={booking}
                now={now}
                next={booking === nextOf(group.visits, now)}
                own={booking.pro_id === pro.id}
                named={!byProfessional}
                where={clinics.length > 1}
                onOpen={() => address.choose('booking', booking.id)}
              />
            ))}
          </ol>
        </section>
      ))}
    </div>
  );
};
