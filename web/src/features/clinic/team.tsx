import type { ClinicView, HubView } from '@visita/contracts/clinic/views';
import type { Pro } from '@visita/contracts/pro/views';
import { Alert, Button, Group, Stack, Text, Title, Tooltip } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../lib/api/api.ts';
import { call } from '../../lib/api/client.ts';
import { Confirm } from '../../ui/dialogs/confirm.tsx';
import { Icon } from '../../ui/icons/icons.tsx';
import { useToast } from '../../ui/feedback/toast.tsx';
import { nameOf, setsDayHours } from '../../lib/booking/hubs.ts';
import { refreshCalendar } from '../../lib/data/calendar.api.ts';
import { activeCollaborators, patchHub, refreshClinics } from '../../lib/data/clinic.api.ts';
import { ClinicSwitch } from './clinic-switch.tsx';
import { SharedPatients } from './shared-patients.tsx';
import { TeamRow } from './team-row.tsx';

type Change = Parameters<typeof call<'updateHub'>>[1]['body'];

/** Changes a hub optimistically and reverts on refusal; the plan's limit has its own message. */
const useHubChange = (limit: { reached: () => void }) => {
  const toast = useToast();
  return async (hub: HubView, change: Change) => {
    await patchHub(hub.id, change);
    try {
      await call('updateHub', { params: { id: hub.id }, body: change });
    } catch (error) {
      await patchHub(hub.id, { status: hub.status, role: hub.role });
      if (error instanceof ApiError && error.code === 'collaborator-limit') limit.reached();
      else toast('teamFailed', error);
    }
    await Promise.all([refreshClinics(), refreshCalendar()]);
  };
};

const AddCollaborator = ({ blocked, onAdd }: { blocked: boolean; onAdd: () => void }) => {
  const { t } = useTranslation('clinic');
  return (
    <Tooltip label={t(($) => $.collaborators.limit)} disabled={!blocked}>
      <Button
        variant="light"
        size="xs"
        leftSection={<Icon name="addPerson" size={16} />}
        onClick={onAdd}
        disabled={blocked}
      >
        {t(($) => $.collaborators.open)}
      </Button>
    </Tooltip>
  );
};

const PlanLimit = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('clinic');
  return (
    <Alert
      color="red"
      role="alert"
      icon={<Icon name="warning" />}
      withCloseButton
      closeButtonLabel={t(($) => $.team.closeAlert)}
      onClose={onClose}
    >
      {t(($) => $.team.limit)}
    </Alert>
  );
};

type Props = {
  clinic: ClinicView;
  pro: Pro;
  owner: boolean;
  onAdd: () => void;
  onEdit: (hub: HubView) => void;
};

/** The owner and the professional may edit hours and services, once the invitation is accepted. */
export const mayEdit = (hub: HubView, pro: Pro, owner: boolean): boolean =>
  hub.role !== 'reception' &&
  (owner || hub.proId === pro.id) &&
  hub.status !== 'pending' &&
  hub.status !== 'rejected';

type ArchiveProps = { hub: HubView | null; onCancel: () => void; onConfirm: (hub: HubView) => void };

const ConfirmArchive = ({ hub, onCancel, onConfirm }: ArchiveProps) => {
  const { t } = useTranslation('clinic');
  return (
    <Confirm
      opened={hub !== null}
      title={t(($) => $.team.confirmTitle)}
      confirm={t(($) => $.team.confirm)}
      danger
      onCancel={onCancel}
      onConfirm={() => {
        if (hub) onConfirm(hub);
        onCancel();
      }}
    >
      {t(($) => $.team.confirmText, { name: hub ? nameOf(hub) : '' })}
    </Confirm>
  );
};

/** Actions of the owner on the team, within the plan's limit. */
const useTeamActions = ({ clinic, pro }: Props) => {
  const [limited, setLimited] = useState(false);
  const [asked, setAsked] = useState<HubView | null>(null);
  const change = useHubChange({ reached: () => setLimited(true) });
  const full = activeCollaborators(clinic) >= (pro.subscription[0]?.collaboratorNumber ?? 0);
  const actions = {
    toggle: (hub: HubView, active: boolean) => {
      const refused = active && full;
      setLimited(refused);
      if (!refused) void change(hub, { status: active ? 'active' : 'paused' });
    },
    setRole: (hub: HubView, role: 'manager' | 'guest') => void change(hub, { role }),
    archive: setAsked,
  };
  const archive = (hub: HubView) => void change(hub, { status: 'archived' });
  return {
    actions,
    full,
    alert: limited && <PlanLimit onClose={() => setLimited(false)} />,
    dialog: <ConfirmArchive hub={asked} onCancel={() => setAsked(null)} onConfirm={archive} />,
  };
};

/** Team of a clinic. The owner activates and deactivates members, sets roles and archives. */
export const Team = (props: Props) => {
  const { clinic, pro, owner, onAdd, onEdit } = props;
  const { t } = useTranslation('clinic');
  const { actions, full, alert, dialog } = useTeamActions(props);
  const hubs = clinic.hubs.filter(({ status }) => status !== 'archived');
  return (
    <Stack gap={8} miw={0}>
      <Group justify="space-between" gap={8} mih={32}>
        <Title order={3} size="h5">
          {t(($) => $.collaborators.title)}
        </Title>
        {/* The plan's limit does not count the owner, who may always join their own clinic. */}
        {owner && (
          <AddCollaborator blocked={full && hubs.some(({ proId }) => proId === pro.id)} onAdd={onAdd} />
        )}
      </Group>
      {alert}
      <ul>
        {hubs.map((hub) => (
          <TeamRow
            key={hub.id}
            hub={hub}
            pro={pro}
            actions={owner ? actions : null}
            onEdit={mayEdit(hub, pro, owner) || setsDayHours(clinic, hub, pro) ? () => onEdit(hub) : null}
          />
        ))}
      </ul>
      {owner && (clinic.second_factor || hubs.some(({ proId }) => proId !== pro.id)) && (
        <ClinicSwitch
          clinic={clinic}
          name="second_factor"
          label={t(($) => $.secondFactor.label)}
          hint={t(($) => $.secondFactor.hint)}
          failed="secondFactorFailed"
        />
      )}
      <SharedPatients clinic={clinic} pro={pro} />
      {hubs.length === 0 && <Text c="dimmed">{t(($) => $.collaborators.none)}</Text>}
      {dialog}
    </Stack>
  );
};
