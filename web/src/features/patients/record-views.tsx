import type { Viewed } from '@visita/contracts/personal-data/views';
import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { nameOf } from '../../lib/booking/hubs.ts';
import { useClinics } from '../../lib/data/clinic.api.ts';
import { usePro } from '../../lib/session/use-pro.ts';
import { useCall } from '../../lib/api/use-call.ts';
import { Icon } from '../../ui/icons/icons.tsx';
import { Loaded, Loading } from '../../ui/feedback/states.tsx';
import classes from './patients.module.css';

/** Returns the name of a viewer: the professional, a colleague, or an operator. */
const useViewer = (by: string): string => {
  const { t } = useTranslation('patients');
  const pro = usePro();
  const hubs = (useClinics(pro).data ?? []).flatMap((clinic) => clinic.hubs);
  const id = by.slice(by.indexOf(':') + 1);
  if (!by.startsWith('pro:')) return t(($) => $.views.operator, { name: id });
  if (id === pro.id) return t(($) => $.views.you);
  const hub = hubs.find(({ proId }) => proId === id);
  return hub ? nameOf(hub) : t(($) => $.views.colleague);
};

const Entry = ({ view }: { view: Viewed }) => {
  const { t, i18n } = useTranslation('patients');
  const when = new Date(view.time).toLocaleString(i18n.language, { dateStyle: 'medium', timeStyle: 'short' });
  const who = useViewer(view.by);
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
        style={{ marginInlineStart: 'calc(-1 * var(--button-padding-x))' }}
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
