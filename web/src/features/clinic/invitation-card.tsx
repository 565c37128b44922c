import type { HubView } from '@visita/contracts/clinic/views';
import { Button, Group, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/api/client.ts';
import { ConfirmAction } from '../../ui/dialogs/confirm-action.tsx';
import { Icon } from '../../ui/icons/icons.tsx';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { refreshCalendar } from '../../lib/data/calendar.api.ts';
import { refreshClinics } from '../../lib/data/clinic.api.ts';
import { StatusBadge } from './status-badge.tsx';

const Answers = ({ hub }: { hub: HubView }) => {
  const { t } = useTranslation('clinic');
  const failed = 'invitationAnswerFailed';
  const { sending, submit } = useSubmit({ failed });
  const answer = async (status: 'active' | 'rejected') => {
    await call('updateHub', { params: { id: hub.id }, body: { status } });
    await Promise.all([refreshClinics(), refreshCalendar()]);
  };
  return (
    <Group gap="xs">
      <ConfirmAction
        trigger={(ask) => (
          <Button variant="default" disabled={sending} onClick={ask}>
            {t(($) => $.invitations.reject)}
          </Button>
        )}
        title={t(($) => $.invitations.confirmTitle)}
        text={t(($) => $.invitations.confirmText, { clinic: hub.clinic.name })}
        confirm={t(($) => $.invitations.reject)}
        act={() => answer('rejected')}
        failed={failed}
      />
      <Button
        leftSection={<Icon name="check" size={18} />}
        loading={sending}
        onClick={() => void submit(() => answer('active'))}
      >
        {t(($) => $.invitations.accept)}
      </Button>
    </Group>
  );
};

/** Invitation to collaborate, to accept or, after a confirmation, reject. */
export const InvitationCard = ({ hub }: { hub: HubView }) => (
  <section className="card" aria-labelledby={`hub-${hub.id}`}>
    <Group justify="space-between" align="flex-start" gap={12}>
      <div>
        <Group gap={10}>
          <Title order={3} size="h4" id={`hub-${hub.id}`}>
            {hub.clinic.name}
          </Title>
          <StatusBadge status={hub.status} />
        </Group>
        <Text c="dimmed" mt={4}>
          {`${hub.clinic.address}, ${hub.clinic.city} · ${hub.clinic.owner}`}
        </Text>
      </div>
      {hub.status === 'pending' && <Answers hub={hub} />}
    </Group>
  </section>
);
