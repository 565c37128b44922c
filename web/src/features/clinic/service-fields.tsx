import type { Specialization } from '@visita/contracts/clinic/views';
import { durationMaximum } from '@visita/contracts/fields';
import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Amount } from '../../lib/text/amount.ts';
import { currentLanguage } from '../../lib/text/i18n.ts';
import { AmountField } from '../../ui/fields/amount-field.tsx';
import { SearchSelect } from '../../ui/fields/search-select.tsx';
import classes from './clinic.module.css';

export type ServiceDraft = {
  readonly specializationId: string;
  readonly serviceName: string;
  readonly duration: Amount;
  readonly price: Amount;
};

export const emptyService: ServiceDraft = { specializationId: '', serviceName: '', duration: '', price: '' };

/** Maximum price in euro. */
export const priceMaximum = 100_000;

type FieldsProps = {
  draft: ServiceDraft;
  set: (change: Partial<ServiceDraft>) => void;
};

const NameDurationPrice = ({ draft, set }: FieldsProps) => {
  const { t } = useTranslation('clinic');
  return (
    <div className={classes['three']}>
      <TextInput
        label={t(($) => $.services.name)}
        maxLength={120}
        value={draft.serviceName}
        onChange={(event) => set({ serviceName: event.currentTarget.value })}
      />
      <AmountField
        label={t(($) => $.services.duration)}
        min={1}
        max={durationMaximum}
        value={draft.duration}
        onChange={(duration) => set({ duration })}
      />
      <AmountField
        label={t(($) => $.services.price)}
        min={0}
        max={priceMaximum}
        decimals={2}
        value={draft.price}
        onChange={(price) => set({ price })}
      />
    </div>
  );
};

type Props = FieldsProps & {
  specializations: readonly Specialization[];
};

/** Fields of a service: specialization, name, duration and price. */
export const ServiceFields = ({ draft, set, specializations }: Props) => {
  const { t, i18n } = useTranslation('clinic');
  const language = currentLanguage(i18n);
  return (
    <>
      <SearchSelect
        label={t(($) => $.services.specialization)}
        placeholder={t(($) => $.choose)}
        data={specializations.map((entry) => ({ value: entry.id, label: entry[language] }))}
        value={draft.specializationId || null}
        onChange={(value) => set({ specializationId: value ?? '' })}
      />
      <NameDurationPrice draft={draft} set={set} />
    </>
  );
};
