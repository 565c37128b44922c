import type { ClinicView } from '@visita/contracts/clinic/views';
import { Checkbox, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { serviceLabel } from '../../lib/booking/hubs.ts';

type Props = {
  clinic: ClinicView;
  value?: string[];
  onChange: (serviceIds: string[]) => void;
  disabled?: boolean;
};

export const ServiceChoice = ({ clinic, disabled = false, ...choice }: Props) => {
  const { t } = useTranslation('clinic');
  const services = clinic.clinic_services.filter(({ activated }) => activated);
  return (
    <Checkbox.Group label={t(($) => $.services.title)} {...choice}>
      <Stack gap="xs" mt="xs">
        {services.map(({ id, serviceName, duration }) => (
          <Checkbox
            key={id}
            size="md"
            value={id}
            label={serviceLabel({ serviceName, duration })}
            disabled={disabled}
          />
        ))}
        {services.length === 0 && <Text c="dimmed">{t(($) => $.services.none)}</Text>}
      </Stack>
    </Checkbox.Group>
  );
};
