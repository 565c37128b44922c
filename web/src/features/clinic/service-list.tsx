import type { ClinicServiceView, ClinicView } from '@visita/contracts/clinic/views';
import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/api/client.ts';
import { currentLanguage } from '../../lib/text/i18n.ts';
import { ConfirmAction } from '../../ui/dialogs/confirm-action.tsx';
import { IconButton, RemoveButton } from '../../ui/icons/icon-button.tsx';
import { Icon } from '../../ui/icons/icons.tsx';
import { refreshClinics } from '../../lib/data/clinic.api.ts';
import { EditServicePanel } from './edit-service.panel.tsx';
import { ServiceLine } from './service-line.tsx';

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
        <RemoveButton label={t(($) => $.services.remove, { service: serviceName })} onClick={ask} />
      )}
      title={t(($) => $.services.confirmTitle)}
      text={t(($) => $.services.confirmText, { service: serviceName })}
      confirm={t(($) => $.services.confirm)}
      act={remove}
      failed="serviceRemovalFailed"
    />
  );
};

type Props = { clinic: ClinicView; owner: boolean; onAdd: () => void };

/** Services of a clinic. The owner adds services and withdraws them from the clinic and its professionals. */
export const ServiceList = ({ clinic, owner, onAdd }: Props) => {
  const { t, i18n } = useTranslation('clinic');
  const language = currentLanguage(i18n);
  const [edited, setEdited] = useState<ClinicServiceView | null>(null);
  const services = clinic.clinic_services.filter(({ activated }) => activated);
  return (
    <Stack gap={8} miw={0}>
      <Group justify="space-between" gap={8} mih={32}>
        <Title order={3} size="h5">
          {t(($) => $.services.title)}
        </Title>
        {owner && (
          <Button variant="light" size="xs" leftSection={<Icon name="plus" size={16} />} onClick={onAdd}>
            {t(($) => $.services.open)}
          </Button>
        )}
      </Group>
      <ul>
        {services.map((service) => (
          <ServiceLine
            key={service.id}
            {...service}
            specializationName={service[`specialization_${language}`]}
            short
          >
            {owner && (
              <IconButton
                icon="edit"
                label={t(($) => $.services.edit, { service: service.serviceName })}
                onClick={() => setEdited(service)}
              />
            )}
            {owner && <RemoveService service={service} />}
          </ServiceLine>
        ))}
      </ul>
      {edited && <EditServicePanel key={edited.id} service={edited} onClose={() => setEdited(null)} />}
      {services.length === 0 && <Text c="dimmed">{t(($) => $.services.none)}</Text>}
    </Stack>
  );
};
