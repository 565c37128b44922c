import type { ClinicServiceView, ClinicView } from '@visita/contracts/clinic/views';
import { ActionIcon, Button, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/client.ts';
import { currentLanguage } from '../../lib/i18n.ts';
import { euro } from '../../lib/wall-clock.ts';
import { ConfirmAction } from '../../ui/confirm-action.tsx';
import { Icon } from '../../ui/icons.tsx';
import { refreshClinics } from '../../lib/data/clinic.api.ts';
import classes from './clinic.module.css';

/** Lists cut a specialization at 12 characters and a service name at 18. */
const cut = (text: string, length: number) => (text.length > length ? `${text.slice(0, length - 1)}…` : text);

const RemoveService = ({ service: { id, serviceName } }: { service: ClinicServiceView }) => {
  const { t } = useTranslation('clinic');
  const remove = async () => {
    try {
      await call('archiveClinicService', { params: { id }, body: { activated: false } });
    } finally {
      await refreshClinics();
    }
  };
  return (
    <ConfirmAction
      trigger={(ask) => (
        <ActionIcon
          variant="subtle"
          color="red"
          size={32}
          aria-label={t(($) => $.services.remove, { service: serviceName })}
          onClick={ask}
        >
          <Icon name="trash" size={18} />
        </ActionIcon>
      )}
      title={t(($) => $.services.confirmTitle)}
      text={t(($) => $.services.confirmText, { service: serviceName })}
      confirm={t(($) => $.services.confirm)}
      act={remove}
      failed="serviceRemovalFailed"
    />
  );
};

const ServiceRow = ({ service, owner }: { service: ClinicServiceView; owner: boolean }) => {
  const { i18n } = useTranslation('clinic');
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
      {owner && <RemoveService service={service} />}
    </li>
  );
};

type Props = { clinic: ClinicView; owner: boolean; onAdd: () => void };

/** A clinic's services; its owner adds to them, and withdraws them from the clinic and every professional. */
export const ServiceList = ({ clinic, owner, onAdd }: Props) => {
  const { t } = useTranslation('clinic');
  const services = clinic.clinic_services.filter(({ activated }) => activated);
  return (
    <div className={classes['section']}>
      <div className={classes['sectionHead']}>
        <Title order={3} size="h5">
          {t(($) => $.services.title)}
        </Title>
        {owner && (
          <Button variant="light" size="xs" leftSection={<Icon name="plus" size={16} />} onClick={onAdd}>
            {t(($) => $.services.open)}
          </Button>
        )}
      </div>
      <ul className={classes['list']}>
        {services.map((service) => (
          <ServiceRow key={service.id} service={service} owner={owner} />
        ))}
      </ul>
      {services.length === 0 && <Text c="dimmed">{t(($) => $.services.none)}</Text>}
    </div>
  );
};
