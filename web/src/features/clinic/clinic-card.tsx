import type { ClinicView, HubView } from '@visita/contracts/clinic/views';
import type { Pro } from '@visita/contracts/pro/views';
import { Anchor, Badge, Button, Group, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../lib/text/i18n.ts';
import { countryName } from '../../lib/text/prefixes.ts';
import { Icon } from '../../ui/icons/icons.tsx';
import { ClinicSwitch } from './clinic-switch.tsx';
import classes from './clinic.module.css';
import { ReceptionBadge } from './status-badge.tsx';
import { ServiceList } from './service-list.tsx';
import { SharingQuestion } from './shared-patients.tsx';
import { Team } from './team.tsx';

type Props = {
  clinic: ClinicView;
  pro: Pro;
  onEdit: () => void;
  onAddServices: () => void;
  onAddCollaborator: () => void;
  onEditHub: (hub: HubView) => void;
};

type HeadProps = { clinic: ClinicView; owner: boolean; reception: boolean; onEdit: () => void };

const Address = ({ clinic }: { clinic: ClinicView }) => {
  const { t, i18n } = useTranslation('clinic');
  const address = [
    clinic.address,
    `${clinic.postal_code} ${clinic.city}`,
    clinic.province,
    countryName(clinic.country, currentLanguage(i18n)),
  ].join(', ');
  return (
    <>
      <Text c="dimmed" mt={4}>
        {address}
      </Text>
      <Anchor
        href={`https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(address)}`}
        target="_blank"
        rel="noreferrer"
        size="sm"
      >
        {t(($) => $.map)}
      </Anchor>
    </>
  );
};

const CardHead = ({ clinic, owner, reception, onEdit }: HeadProps) => {
  const { t } = useTranslation('clinic');
  return (
    <Group justify="space-between" align="flex-start" gap={12}>
      <div className={classes['words']}>
        <Group gap={10}>
          <Title order={2} size="h3" id={`clinic-${clinic.id}`}>
            {clinic.name}
          </Title>
          <Badge variant="light" color={owner ? 'teal' : 'gray'}>
            {owner ? t(($) => $.owner) : t(($) => $.manager)}
          </Badge>
          {reception && <ReceptionBadge />}
        </Group>
        <Address clinic={clinic} />
      </div>
      {owner && (
        <Group gap="8px 16px">
          <ClinicSwitch
            clinic={clinic}
            name="online_booking"
            label={t(($) => $.onlineBooking.label)}
            failed="onlineBookingFailed"
          />
          <Button
            variant="default"
            size="xs"
            leftSection={<Icon name="edit" size={16} />}
            aria-label={t(($) => $.edit.of, { clinic: clinic.name })}
            onClick={onEdit}
          >
            {t(($) => $.edit.open)}
          </Button>
        </Group>
      )}
    </Group>
  );
};

/** Card of a clinic with its services and team; only the owner sees controls. */
export const ClinicCard = ({ clinic, pro, onEdit, onAddServices, onAddCollaborator, onEditHub }: Props) => {
  const owner = clinic.owner_id === pro.id;
  const reception = clinic.hubs.some(({ proId, role }) => proId === pro.id && role === 'reception');
  return (
    <section className="card" aria-labelledby={`clinic-${clinic.id}`}>
      <CardHead clinic={clinic} owner={owner} reception={reception} onEdit={onEdit} />
      <SharingQuestion clinic={clinic} pro={pro} />
      <div className={classes['columns']}>
        <ServiceList clinic={clinic} owner={owner} onAdd={onAddServices} />
        <Team clinic={clinic} pro={pro} owner={owner} onAdd={onAddCollaborator} onEdit={onEditHub} />
      </div>
    </section>
  );
};
