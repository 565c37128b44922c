import type { BookableBy } from '@visita/contracts/clinic/events';
import { durationMaximum } from '@visita/contracts/fields';
import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Amount } from '../../lib/text/amount.ts';
import { AmountField } from '../../ui/fields/amount-field.tsx';
import { Fieldset } from '../../ui/fields/fieldset.tsx';
import classes from './clinic.module.css';

export type RulesDraft = {
  readonly stepMinutes: Amount;
  readonly bufferBefore: Amount;
  readonly bufferAfter: Amount;
  readonly noticeHours: Amount;
  readonly bookableBy: BookableBy;
};

type Props = { draft: RulesDraft; set: (change: Partial<RulesDraft>) => void };

const limits = { stepMinutes: durationMaximum, bufferBefore: 240, bufferAfter: 240, noticeHours: 1440 };

/** Booking rules of a service: online times, audience and buffers. */
export const ServiceRules = ({ draft, set }: Props) => {
  const { t } = useTranslation('clinic');
  const field = (name: keyof typeof limits, label: string) => (
    <AmountField
      label={label}
      min={name === 'stepMinutes' ? 1 : 0}
      max={limits[name]}
      value={draft[name]}
      onChange={(value) => set({ [name]: value })}
    />
  );
  return (
    <Fieldset title={t(($) => $.services.rules)}>
      <Select
        label={t(($) => $.services.bookableBy)}
        data={[
          { value: 'everyone', label: t(($) => $.services.everyone) },
          { value: 'known', label: t(($) => $.services.known) },
          { value: 'staff', label: t(($) => $.services.staff) },
        ]}
        value={draft.bookableBy}
        onChange={(value) => set({ bookableBy: value ?? 'everyone' })}
        allowDeselect={false}
      />
      <div className={classes['two']}>
        {field(
          'bufferBefore',
          t(($) => $.services.bufferBefore),
        )}
        {field(
          'bufferAfter',
          t(($) => $.services.bufferAfter),
        )}
        {field(
          'stepMinutes',
          t(($) => $.services.step),
        )}
        {field(
          'noticeHours',
          t(($) => $.services.notice),
        )}
      </div>
    </Fieldset>
  );
};
