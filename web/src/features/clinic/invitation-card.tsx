import type { HubView } from '@visita/contracts/clinic/views';
import { Button, Group, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/client.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { Icon } from '../../ui/icons.tsx';
import { useToasts } from '../../ui/toast.tsx';
import { refreshCalendar } from '../../lib/data/calendar.api.ts';
import { refreshClinics } from '../../lib/data/clinic.api.ts';
import classes from './clinic.module.css';
import { StatusBadge } from './status-badge.tsx';

/** A collaboration the pro was invited to: to accept, or to reject after a confirmation. */
export const InvitationCard = ({ hub }: { hub: HubView }) => {
  const { t } = useTranslation('clinic');
  const toasts = useToasts();
  const [state, setState] = useState<'idle' | 'asking' | 'sending'>('idle');
  const answer = async (status: 'active' | 'rejected') => {
    setState('sending');
    try {
      await call('updateHub', { params: { id: hub.id }, body: { status } });
      await Promise.all([refreshClinics(), refreshCalendar()]);
    } catch (error) {
      toasts.failed(
        error,
        t(($) => $.invitations.errorMessage),
        7,
      );
    }
    setState('idle');
  };
  return (
    <section className={classes['card']} aria-labelledby={`hub-${hub.id}`}>
      <div className={classes['cardHead']}>
        <div>
          <div className={classes['title']}>
            <Title order={3} size="h4" id={`hub-${hub.id}`}>
              {hub.clinic.name}
            </Title>
            <StatusBadge status={hub.status} />
          </div>
          <Text c="dimmed" mt={4}>
            {`${hub.clinic.address}, ${hub.clinic.city} · ${hub.clinic.owner}`}
          </Text>
        </div>
        {hub.status === 'pending' && (
          <Group gap="xs">
            <Button variant="default" disabled={state === 'sending'} onClick={() => setState('asking')}>
              {t(($) => $.invitations.reject)}
            </Button>
            <Button
              leftSection={<Icon name="check" size={18} />}
              loading={state === 'sending'}
              onClick={() => void answer('active')}
            >
              {t(($) => $.invitations.accept)}
            </Button>
          </Group>
        )}
      </div>
      <Confirm
        opened={state === 'asking'}
        title={t(($) => $.invitations.confirmTitle)}
        confirm={t(($) => $.invitations.reject)}
        danger
        onCancel={() => setState('idle')}
        onConfirm={() => void answer('rejected')}
      >
        {t(($) => $.invitations.confirmText, { clinic: hub.clinic.name })}
      </Confirm>
    </section>
  );
};
