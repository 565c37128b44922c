import type { HubStatus } from '@visita/contracts/clinic/events';
import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';

const colors: Record<HubStatus, string> = {
  pending: 'gray',
  active: 'green',
  paused: 'yellow',
  stop: 'orange',
  rejected: 'red',
  archived: 'gray',
};

export const StatusBadge = ({ status }: { status: HubStatus }) => {
  const { t } = useTranslation('clinic');
  return (
    <Badge variant="light" color={colors[status]}>
      {t(($) => $.status[status])}
    </Badge>
  );
};

export const ReceptionBadge = () => {
  const { t } = useTranslation('clinic');
  return (
    <Badge variant="light" color="blue">
      {t(($) => $.reception)}
    </Badge>
  );
};
