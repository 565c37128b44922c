import type { HubView } from '@visita/contracts/clinic/views';
import type { Pro } from '@visita/contracts/pro/views';
import { NativeSelect, Switch, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { IconButton, RemoveButton } from '../../ui/icons/icon-button.tsx';
import { nameOf } from '../../lib/booking/hubs.ts';
import classes from './clinic.module.css';
import { ReceptionBadge, StatusBadge } from './status-badge.tsx';

/** Actions of the owner on a collaborator. */
type TeamActions = {
  toggle: (hub: HubView, active: boolean) => void;
  setRole: (hub: HubView, role: 'manager' | 'guest') => void;
  archive: (hub: HubView) => void;
};

const Archive = ({ hub, actions }: { hub: HubView; actions: TeamActions }) => {
  const { t } = useTranslation('clinic');
  return (
    <RemoveButton
      label={t(($) => $.team.archiveOf, { name: nameOf(hub) })}
      onClick={() => actions.archive(hub)}
    />
  );
};

const Controls = ({ hub, actions }: { hub: HubView; actions: TeamActions }) => {
  const { t } = useTranslation('clinic');
  const name = nameOf(hub);
  const answered = hub.status !== 'pending' && hub.status !== 'rejected';
  return (
    <div className={classes['controls']}>
      <Switch
        size="md"
        label={t(($) => $.team.active)}
        aria-label={t(($) => $.team.activeOf, { name })}
        checked={hub.status === 'active'}
        disabled={!answered}
        onChange={(event) => actions.toggle(hub, event.currentTarget.checked)}
      />
      {hub.role !== 'reception' && (
        <NativeSelect
          size="xs"
          aria-label={t(($) => $.team.roleOf, { name })}
          data={[
            { value: 'guest', label: t(($) => $.team.guest) },
            { value: 'manager', label: t(($) => $.manager) },
          ]}
          value={hub.role}
          disabled={!answered}
          onChange={(event) =>
            actions.setRole(hub, event.currentTarget.value === 'manager' ? 'manager' : 'guest')
          }
        />
      )}
      <Archive hub={hub} actions={actions} />
    </div>
  );
};

type Props = {
  hub: HubView;
  pro: Pro;
  actions: TeamActions | null;
  onEdit: (() => void) | null;
};

/** Member of a clinic's team; the owner cannot be deactivated. */
export const TeamRow = ({ hub, pro, actions, onEdit }: Props) => {
  const { t } = useTranslation('clinic');
  const name = nameOf(hub);
  return (
    <li className={classes['member']}>
      <div className={classes['memberHead']}>
        <div className={classes['rowMain']}>
          <Text fw={550}>
            {name}
            {hub.proId === pro.id && ` (${t(($) => $.collaborators.you)})`}
          </Text>
          {name !== hub.pro.email && (
            <Text size="sm" c="dimmed">
              {hub.pro.email}
            </Text>
          )}
        </div>
        {hub.role === 'reception' && <ReceptionBadge />}
        <StatusBadge status={hub.status} />
        {onEdit && (
          <IconButton
            icon="clock"
            label={t(($) => $.hub.of, { name })}
            title={t(($) => $.hub.open)}
            onClick={onEdit}
          />
        )}
        {actions && hub.role === 'owner' && <Archive hub={hub} actions={actions} />}
      </div>
      {actions && hub.role !== 'owner' && <Controls hub={hub} actions={actions} />}
    </li>
  );
};
