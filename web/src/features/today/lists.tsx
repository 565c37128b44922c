import type { BookingView } from '@visita/contracts/booking/views';
import { Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { countAttendance } from '../../lib/booking/attendance.ts';
import { usePro } from '../../lib/session/use-pro.ts';
import { currentLanguage } from '../../lib/text/i18n.ts';
import { longDay } from '../../lib/time/wall-clock.ts';
import { groupsOf, nextOf } from './sheet.ts';
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

type ListsProps = { visits: readonly BookingView[]; address: SheetAddress; now: Date; where: boolean };

/** List of the day's visits, or a list for each professional. */
export const Lists = ({ visits, address, now, where }: ListsProps) => {
  const { t, i18n } = useTranslation('today');
  const pro = usePro();
  const { date, byProfessional } = address;
  const lists = useNowInSight(!byProfessional);
  const name = date ? t(($) => $.listOf, { day: longDay(date, currentLanguage(i18n)) }) : t(($) => $.list);
  const groups = byProfessional ? groupsOf(visits) : [{ id: 'all', name: '', visits }];
  return (
    <div ref={lists} className={classes['lists']}>
      {groups.map((group) => (
        <section key={group.id}>
          {byProfessional && <h2 className={classes['professional']}>{group.name || t(($) => $.orphan)}</h2>}
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
                where={where}
                onOpen={() => address.choose('booking', booking.id)}
              />
            ))}
          </ol>
        </section>
      ))}
    </div>
  );
};
