import type { VisitsInTheWay } from '@visita/contracts/booking/visits-in-the-way';
import type { ClinicView } from '@visita/contracts/clinic/views';
import { Button, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import type { CallInput } from '../../../lib/api/api.ts';
import { useCall } from '../../../lib/api/use-call.ts';
import { useClinics } from '../../../lib/data/clinic.api.ts';
import { paths } from '../../../lib/page/paths.ts';
import { usePro } from '../../../lib/session/use-pro.ts';
import { currentLanguage } from '../../../lib/text/i18n.ts';
import { dayOf, longDay, wallTimeOf } from '../../../lib/time/wall-clock.ts';
import { Empty, Loaded, Loading } from '../../../ui/feedback/states.tsx';
import { Icon } from '../../../ui/icons/icons.tsx';
import { Page } from '../../../ui/layout/page.tsx';
import { nameOf } from '../../../lib/booking/hubs.ts';
import { BlockDay } from './block-day.tsx';
import { Worklist } from './worklist.tsx';
import classes from './visits.module.css';

type Question = NonNullable<CallInput<'getVisitsInTheWay'>['query']>;

/** Returns the question in the address; null if it has none. */
const questionIn = (params: URLSearchParams): Question | null => {
  const [of, hub, day] = [params.get('of'), params.get('hub'), params.get('day')];
  if (of !== null) return { inactivity_id: of };
  return hub !== null && day !== null ? { hub_id: hub, day } : null;
};

/** Returns the period in words: the day once if it is a single one, the hours only if they are not whole days. */
const useWritten = ({ starting_date: start, ending_date: end }: VisitsInTheWay): string => {
  const language = currentLanguage(useTranslation().i18n);
  const whole = wallTimeOf(start) === '00:00' && ['23:59', '24:00'].includes(wallTimeOf(end));
  const [from, to] = [start, end].map((date) => longDay(dayOf(date), language));
  if (from === to) return whole ? `${from}` : `${from}, ${wallTimeOf(start)}–${wallTimeOf(end)}`;
  return whole ? `${from} – ${to}` : `${from}, ${wallTimeOf(start)} – ${to}, ${wallTimeOf(end)}`;
};

const About = ({ list }: { list: VisitsInTheWay }) => {
  const written = useWritten(list);
  const { professional, title, clinic_name: clinic } = list;
  return <Text>{[title, professional?.name, clinic, written].filter(Boolean).join(' · ')}</Text>;
};

type HeldProps = { list: VisitsInTheWay; clinics: readonly ClinicView[] };

/** Times of unconfirmed requests, which end by themselves. */
const Held = ({ list: { held }, clinics }: HeldProps) => {
  const { t } = useTranslation('inactivity');
  if (held.length === 0) return null;
  const ids = new Set(held.map(({ hubId }) => hubId));
  const names = clinics.flatMap(({ hubs }) => hubs.filter(({ id }) => ids.has(id)).map(nameOf));
  return (
    <Text c="dimmed">{t(($) => $.visits.held, { count: held.length, professionals: names.join(', ') })}</Text>
  );
};

/** Visits during a closing, a vacation or a professional's absence, to be moved or cancelled. */
export const VisitsScreen = () => {
  const { t } = useTranslation('inactivity');
  const [params] = useSearchParams();
  const question = questionIn(params);
  const visits = useCall('getVisitsInTheWay', question && { query: question });
  const clinics = useClinics(usePro());
  const name = `visits ${Object.values(question ?? {}).join(' ')}`;
  return (
    <Page
      title={t(($) => $.visits.title)}
      action={
        <Button
          className={classes['print'] ?? ''}
          variant="default"
          leftSection={<Icon name="print" size={18} />}
          onClick={() => print()}
        >
          {t(($) => $.visits.print)}
        </Button>
      }
    >
      {question === null || visits.error?.status === 404 ? (
        <Empty
          icon="calendar"
          title={t(($) => $.visits.gone)}
          text={t(($) => $.visits.goneText)}
          action={
            <Button component={Link} to={paths.inactivity}>
              {t(($) => $.title)}
            </Button>
          }
        />
      ) : (
        <Loaded
          loads={{ visits, clinics }}
          failed={t(($) => $.visits.failed)}
          skeleton={<Loading rows={4} height={96} />}
        >
          {({ visits: { data: list }, clinics: all }) => (
            <Stack gap="md">
              <About list={list} />
              {list.bookings.length === 0 && <Text>{t(($) => $.visits.none)}</Text>}
              <Worklist key={name} name={name} list={list} clinics={all} />
              <Held list={list} clinics={all} />
              {list.type === 'day' && list.professional && <BlockDay list={list} hub={list.professional} />}
            </Stack>
          )}
        </Loaded>
      )}
    </Page>
  );
};
