import type { ClinicServiceView, ClinicView, HubView } from '@visita/contracts/clinic/views';
import type { Pro } from '@visita/contracts/pro/views';
import { Anchor, Badge, Button, Switch, Text, Title, Tooltip } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/client.ts';
import { currentLanguage } from '../../lib/i18n.ts';
import { countryName } from '../../lib/prefixes.ts';
import { euro } from '../../lib/wall-clock.ts';
import { Icon } from '../../ui/icons.tsx';
import { useToasts } from '../../ui/toast.tsx';
import { refreshClinics } from './clinic.api.ts';
import classes from './clinic.module.css';
import { StatusBadge } from './status-badge.tsx';

type Props = { clinic: ClinicView; pro: Pro; onAddServices: () => void; onAddCollaborator: () => void };

/** Lists cut a specialization at 12 characters and a service name at 18 (spec section 9). */
const cut = (text: string, length: number) => (text.length > length ? `${text.slice(0, length - 1)}…` : text);

const ServiceRow = ({ service }: { service: ClinicServiceView }) => {
  const { i18n } = useTranslation();
  const language = currentLanguage(i18n);
  const specialization = service[`specialization_${language}`];
  return (
    <li className={classes['row']}>
      <div className={classes['rowMain']}>
        <Text fw={550} title={service.serviceName}>
          {cut(service.serviceName, 18)}
        </Text>
        <Text size="sm" c="dimmed" title={specialization}>
          {cut(specialization, 12)}
        </Text>
      </div>
      <span className={classes['figures']}>
        {`${service.duration} min · ${euro(service.price, language)}`}
      </span>
    </li>
  );
};

const CollaboratorRow = ({ hub, pro }: { hub: HubView; pro: Pro }) => {
  const { t } = useTranslation('clinic');
  const name = [hub.pro.name, hub.pro.lastname].filter(Boolean).join(' ');
  return (
    <li className={classes['row']}>
      <div className={classes['rowMain']}>
        <Text fw={550}>
          {name || hub.pro.email}
          {hub.proId === pro.id && ` (${t(($) => $.collaborators.you)})`}
        </Text>
        {name && (
          <Text size="sm" c="dimmed">
            {hub.pro.email}
          </Text>
        )}
      </div>
      <StatusBadge status={hub.status} />
    </li>
  );
};

const OnlineBooking = ({ clinic }: { clinic: ClinicView }) => {
  const { t } = useTranslation('clinic');
  const toasts = useToasts();
  const toggle = async (online: boolean) => {
    try {
      await call('updateClinic', { params: { id: clinic.id }, body: { online_booking: online } });
    } catch (error) {
      toasts.failed(
        error,
        t(($) => $.onlineBooking.errorMessage),
        7,
      );
    }
    await refreshClinics();
  };
  return (
    <Switch
      size="md"
      label={t(($) => $.onlineBooking.label)}
      checked={clinic.online_booking}
      onChange={(event) => void toggle(event.currentTarget.checked)}
    />
  );
};

const CardHead = ({ clinic, owner }: { clinic: ClinicView; owner: boolean }) => {
  const { t, i18n } = useTranslation('clinic');
  const address = [
    clinic.address,
    `${clinic.postal_code} ${clinic.city}`,
    clinic.province,
    countryName(clinic.country, currentLanguage(i18n)),
  ].join(', ');
  return (
    <div className={classes['cardHead']}>
      <div>
        <div className={classes['title']}>
          <Title order={2} size="h3" id={`clinic-${clinic.id}`}>
            {clinic.name}
          </Title>
          <Badge variant="light" color={owner ? 'teal' : 'gray'}>
            {owner ? t(($) => $.owner) : t(($) => $.manager)}
          </Badge>
        </div>
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
      </div>
      {owner && <OnlineBooking clinic={clinic} />}
    </div>
  );
};

export const ClinicCard = ({ clinic, pro, onAddServices, onAddCollaborator }: Props) => {
  const { t } = useTranslation('clinic');
  const owner = clinic.owner_id === pro.id;
  const services = clinic.clinic_services.filter(({ activated }) => activated);
  const hubs = clinic.hubs.filter(({ status }) => status !== 'archived');
  const active = hubs.filter(({ status, role }) => status === 'active' && role !== 'owner').length;
  const full = active >= (pro.subscription[0]?.collaboratorNumber ?? 0);
  // The plan's limit does not count the owner, who may always join their own clinic.
  const blocked = full && hubs.some(({ proId }) => proId === pro.id);
  return (
    <section className={classes['card']} aria-labelledby={`clinic-${clinic.id}`}>
      <CardHead clinic={clinic} owner={owner} />
      <div className={classes['columns']}>
        <div className={classes['section']}>
          <div className={classes['sectionHead']}>
            <Title order={3} size="h5">
              {t(($) => $.services.title)}
            </Title>
            {owner && (
              <Button
                variant="light"
                size="xs"
                leftSection={<Icon name="plus" size={16} />}
                onClick={onAddServices}
              >
                {t(($) => $.services.open)}
              </Button>
            )}
          </div>
          <ul className={classes['list']}>
            {services.map((service) => (
              <ServiceRow key={service.id} service={service} />
            ))}
          </ul>
          {services.length === 0 && <Text c="dimmed">{t(($) => $.services.none)}</Text>}
        </div>
        <div className={classes['section']}>
          <div className={classes['sectionHead']}>
            <Title order={3} size="h5">
              {t(($) => $.collaborators.title)}
            </Title>
            {owner && (
              <Tooltip label={t(($) => $.collaborators.limit)} disabled={!blocked}>
                <Button
                  variant="light"
                  size="xs"
                  leftSection={<Icon name="addPerson" size={16} />}
                  onClick={onAddCollaborator}
                  disabled={blocked}
                >
                  {t(($) => $.collaborators.open)}
                </Button>
              </Tooltip>
            )}
          </div>
          <ul className={classes['list']}>
            {hubs.map((hub) => (
              <CollaboratorRow key={hub.id} hub={hub} pro={pro} />
            ))}
          </ul>
          {hubs.length === 0 && <Text c="dimmed">{t(($) => $.collaborators.none)}</Text>}
        </div>
      </div>
    </section>
  );
};
