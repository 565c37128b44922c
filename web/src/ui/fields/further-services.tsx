import { servicesMaximum } from '@visita/contracts/booking/several-services';
import type { HubServiceView } from '@visita/contracts/clinic/views';
import { Button, CloseButton, Group, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { serviceLabel } from '../../lib/booking/hubs.ts';
import { currentLanguage } from '../../lib/text/i18n.ts';
import { price } from '../../lib/text/euro.ts';
import { Icon } from '../icons/icons.tsx';

type Services = readonly HubServiceView[];

/** Returns the value of `andServices` for the further services of a visit. */
export const andServicesOf = (further: Services): string | undefined =>
  further.map(({ clinicServiceId }) => clinicServiceId).join(',') || undefined;

export const minutesOf = (services: Services): number =>
  services.reduce((sum, { duration }) => sum + duration, 0);

type Props = {
  /** Services of the professional. */
  services: Services;
  first: HubServiceView | undefined;
  further: Services;
  /** Takes the ids of the clinic's services. */
  onChange: (clinicServiceIds: string[]) => void;
};

/** Services that a visit has beside its first one, with the duration and price of all. */
export const FurtherServices = ({ services, first, further, onChange }: Props) => {
  const { t, i18n } = useTranslation('appointment');
  const [adding, setAdding] = useState(false);
  const [used, setUsed] = useState(false);
  if (!first) return null;
  const all = [first, ...further];
  const ids = further.map(({ clinicServiceId }) => clinicServiceId);
  const isThere = ({ clinicServiceId }: HubServiceView) =>
    all.some((one) => one.clinicServiceId === clinicServiceId);
  // Another service is more likely than the same one again.
  const offered = [...services.filter((one) => !isThere(one)), ...services.filter(isThere)];
  const euro = all.reduce((sum, one) => sum + one.price, 0);
  const mayAdd = all.length < servicesMaximum;
  return (
    <Stack gap={4}>
      {further.map((one, nth) => (
        // A service may be there twice, for example for two fillings.
        <Group key={`${one.clinicServiceId} ${nth}`} justify="space-between" wrap="nowrap">
          <Text size="sm">{`+ ${serviceLabel(one)}`}</Text>
          <CloseButton
            aria-label={t(($) => $.further.remove, { service: one.serviceName })}
            onClick={() => {
              setUsed(true);
              onChange(ids.toSpliced(nth, 1));
            }}
          />
        </Group>
      ))}
      {further.length > 0 && (
        <Text size="sm" c="dimmed" aria-live="polite">
          {t(($) => $.further.sum, {
            minutes: minutesOf(all),
            price: price(euro, currentLanguage(i18n)),
          })}
        </Text>
      )}
      {mayAdd && adding && (
        <Select
          aria-label={t(($) => $.further.add)}
          placeholder={t(($) => $.choose)}
          data={offered.map((one) => ({ value: one.clinicServiceId, label: serviceLabel(one) }))}
          value={null}
          onChange={(chosen) => chosen && onChange([...ids, chosen])}
          onDropdownClose={() => setAdding(false)}
          defaultDropdownOpened
          autoFocus
        />
      )}
      {mayAdd && !adding && (
        <Button
          key={further.length}
          variant="subtle"
          size="compact-sm"
          style={{ alignSelf: 'start', marginInlineStart: 'calc(-1 * var(--button-padding-x))' }}
          leftSection={<Icon name="plus" size={16} />}
          // The focus comes back after a choice and a removal.
          autoFocus={used}
          onClick={() => {
            setUsed(true);
            setAdding(true);
          }}
        >
          {t(($) => $.further.add)}
        </Button>
      )}
    </Stack>
  );
};
