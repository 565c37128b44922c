import type { ClinicView } from '@visita/contracts/clinic/views';
import { Button, Group, Select } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { hubsFor } from '../../lib/booking/hubs.ts';
import { useClinics } from '../../lib/data/clinic.api.ts';
import { paths } from '../../lib/page/paths.ts';
import { usePro } from '../../lib/session/use-pro.ts';
import { Empty, Loaded, Loading } from '../../ui/feedback/states.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { DueList } from './due-list.tsx';

const Lists = ({ clinics }: { clinics: readonly ClinicView[] }) => {
  const { t } = useTranslation(['recalls', 'appointment']);
  const pro = usePro();
  const bookable = clinics.filter((clinic) => hubsFor(clinic, pro).length > 0);
  const [chosen, setChosen] = useState<string | null>(null);
  const clinic = bookable.find(({ id }) => id === chosen) ?? bookable[0];
  return (
    <Page
      title={t(($) => $.title)}
      action={
        <Button component={Link} to={paths.waitingList} variant="default">
          {t(($) => $.toWaiting)}
        </Button>
      }
    >
      {bookable.length > 1 && (
        <Group>
          <Select
            label={t(($) => $.clinic, { ns: 'appointment' })}
            data={bookable.map(({ id, name }) => ({ value: id, label: name }))}
            value={clinic?.id ?? null}
            onChange={setChosen}
            allowDeselect={false}
          />
        </Group>
      )}
      {clinic ? (
        <DueList key={clinic.id} clinic={clinic} />
      ) : (
        <Empty icon="mail" title={t(($) => $.empty)} text={t(($) => $.emptyHint)} />
      )}
    </Page>
  );
};

/** Patients who are due for a next visit, for staff. */
export const RecallsScreen = () => {
  const { t } = useTranslation('recalls');
  const clinics = useClinics(usePro());
  return (
    <Loaded loads={{ clinics }} failed={t(($) => $.failed)} skeleton={<Loading rows={4} height={88} />}>
      {({ clinics: loaded }) => <Lists clinics={loaded} />}
    </Loaded>
  );
};
