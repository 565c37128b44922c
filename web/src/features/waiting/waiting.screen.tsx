import type { ClinicView } from '@visita/contracts/clinic/views';
import { Button, Group, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { hubsFor } from '../../lib/booking/hubs.ts';
import { useClinics } from '../../lib/data/clinic.api.ts';
import { paths } from '../../lib/page/paths.ts';
import { usePro } from '../../lib/session/use-pro.ts';
import { Empty, Loaded, Loading } from '../../ui/feedback/states.tsx';
import { Icon } from '../../ui/icons/icons.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { AddPanel } from './add.panel.tsx';
import { EntryCard } from './entry-card.tsx';
import { Left } from './left.tsx';
import { firstTime, Fitting, useFreeTime } from './fitting.tsx';
import { useWaitingList } from '../../lib/data/waiting.api.ts';

type ListProps = { clinic: ClinicView; add: () => void };

/** People who wait, by turn. */
const List = ({ clinic, add }: ListProps) => {
  const { t } = useTranslation('waiting');
  const list = useWaitingList(clinic.id);
  return (
    <>
      <Left times={list.left} clinicId={clinic.id} />
      <Loaded
        loads={{ list }}
        failed={t(($) => $.staff.loadFailed)}
        skeleton={<Loading rows={4} height={88} />}
      >
        {({ list: entries }) =>
          entries.length === 0 ? (
            <Empty
              icon="clock"
              title={t(($) => $.staff.empty)}
              text={t(($) => $.staff.emptyHint)}
              action={<Button onClick={add}>{t(($) => $.staff.add)}</Button>}
            />
          ) : (
            <Stack gap="sm">
              <Text c="dimmed">{t(($) => $.staff.count, { count: entries.length })}</Text>
              {entries.map((entry) => (
                <EntryCard key={entry.id} entry={entry} clinic={clinic} />
              ))}
            </Stack>
          )
        }
      </Loaded>
    </>
  );
};

const Lists = ({ clinics }: { clinics: readonly ClinicView[] }) => {
  const { t } = useTranslation(['waiting', 'appointment', 'recalls']);
  const pro = usePro();
  const bookable = clinics.filter((clinic) => hubsFor(clinic, pro).length > 0);
  const [{ clinic: chosen, hub, at }, setTime] = useFreeTime();
  const [adding, setAdding] = useState(false);
  const clinic = bookable.find(({ id }) => id === chosen) ?? bookable[0];
  const add = () => setAdding(true);
  return (
    <Page
      title={t(($) => $.staff.title)}
      action={
        <Group gap={8}>
          <Button component={Link} to={paths.recalls} variant="default">
            {t(($) => $.toRecalls, { ns: 'recalls' })}
          </Button>
          {clinic && (
            <Button leftSection={<Icon name="plus" size={18} />} onClick={add}>
              {t(($) => $.staff.add)}
            </Button>
          )}
        </Group>
      }
    >
      {bookable.length > 1 && (
        <Group>
          <Select
            label={t(($) => $.clinic, { ns: 'appointment' })}
            data={bookable.map(({ id, name }) => ({ value: id, label: name }))}
            value={clinic?.id ?? null}
            onChange={(id) => setTime({ clinic: id ?? '' })}
            allowDeselect={false}
          />
        </Group>
      )}
      {clinic && hub !== undefined && at !== undefined && (
        <Fitting clinic={clinic} hub={hub} at={at} onTime={setTime} />
      )}
      {clinic && at === undefined && (
        <>
          <Group>
            <Button variant="default" onClick={() => setTime(firstTime(clinic, hubsFor(clinic, pro)))}>
              {t(($) => $.staff.forTime)}
            </Button>
          </Group>
          <List clinic={clinic} add={add} />
        </>
      )}
      {!clinic && <Empty icon="clock" title={t(($) => $.staff.empty)} text={t(($) => $.staff.emptyHint)} />}
      {adding && clinic && <AddPanel clinic={clinic} onClose={() => setAdding(false)} />}
    </Page>
  );
};

/** The waiting list of a clinic, for staff. */
export const WaitingScreen = () => {
  const { t } = useTranslation('waiting');
  const clinics = useClinics(usePro());
  return (
    <Loaded
      loads={{ clinics }}
      failed={t(($) => $.staff.loadFailed)}
      skeleton={<Loading rows={4} height={88} />}
    >
      {({ clinics: loaded }) => <Lists clinics={loaded} />}
    </Loaded>
  );
};
