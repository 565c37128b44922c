import type { Viewed } from '@visita/contracts/personal-data/views';
import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../lib/api/use-call.ts';
import { Icon } from '../../ui/icons/icons.tsx';
import { Loaded, Loading } from '../../ui/feedback/states.tsx';
import classes from './patients.module.css';

const Entry = ({ view }: { view: Viewed }) => {
  const { t, i18n } = useTranslation('patients');
  const when = new Date(view.time).toLocaleString(i18n.language, { dateStyle: 'medium', timeStyle: 'short' });
  const who = view.by.startsWith('pro:')
    ? t(($) => $.views.you)
    : t(($) => $.views.operator, { name: view.by.slice(view.by.indexOf(':') + 1) });
  return (
    <li className={classes['view']}>
      <Text span inherit className="tabular">
        {when}
      </Text>
      <Text span inherit>
        {who}
      </Text>
      <Text span inherit c="dimmed">
        {t(($) => $.views[view.how])}
      </Text>
    </li>
  );
};

const Views = ({ patientId }: { patientId: string }) => {
  const { t } = useTranslation('patients');
  const { data, ...rest } = useCall('getPatientViews', { params: { patientId } });
  return (
    <Loaded
      loads={{ views: { data: data?.data, ...rest } }}
      failed={t(($) => $.views.loadFailed)}
      skeleton={<Loading rows={2} height={28} />}
    >
      {({ views }) => (
        <ul className={classes['views']}>
          {views.map((view) => (
            <Entry key={`${view.time} ${view.by} ${view.how}`} view={view} />
          ))}
        </ul>
      )}
    </Loaded>
  );
};

/** Access log of a patient's record, loaded on request. */
export const RecordViews = ({ patientId }: { patientId: string }) => {
  const { t } = useTranslation('patients');
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="subtle"
        leftSection={<Icon name="clock" size={18} />}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {t(($) => $.views.open)}
      </Button>
      {open && <Views patientId={patientId} />}
    </>
  );
};
