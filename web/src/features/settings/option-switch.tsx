import type { Pro } from '@visita/contracts/pro/views';
import { Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useOptions } from './use-options.ts';

type Option =
  | 'gaplessStarts'
  | 'offersAtOnce'
  | 'searchEngines'
  | 'patientBookingLimit'
  | 'paymentOffline'
  | 'reminderBookingEmail'
  | 'bookingReminderPro'
  | 'bookingNoticePro'
  | 'cancelBookingEmail';

export const OptionSwitch = ({ pro, option }: { pro: Pro; option: Option }) => {
  const { t } = useTranslation('settings');
  const { options, change } = useOptions(pro);
  return (
    <Switch
      size="md"
      label={t(($) => $.options[option].label)}
      description={t(($) => $.options[option].hint)}
      checked={options[option]}
      onChange={(event) => void change({ [option]: event.currentTarget.checked })}
    />
  );
};
