import type { Specialization } from '@visita/contracts/clinic/views';
import { durationMaximum } from '@visita/contracts/fields';
import { NumberInput, Select, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../lib/i18n.ts';
import classes from './clinic.module.css';

/** A service as it is typed. */
export type ServiceDraft = {
  readonly specializationId: string;
  readonly serviceName: string;
  readonly duration: number | '';
  readonly price: string;
};

export const emptyService: ServiceDraft = { specializationId: '', serviceName: '', duration: '', price: '' };

/** Euro as typed in any of the languages: 35,50 and 35.50 are the same. */
export const euroOf = (typed: string) => (typed === '' ? undefined : Number(typed.replace(',', '.')));

/** What a number field gives, empty while there is no number in it. */
export const numeric = (value: string | number) => (typeof value === 'number' ? value : '');

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
      <NumberInput
        label={t(($) => $.services.duration)}
        min={0}
        max={durationMaximum}
        step={1}
        allowDecimal={false}
        allowNegative={false}
        value={draft.duration}
        onChange={(value) => set({ duration: numeric(value) })}
      />
      <TextInput
        label={t(($) => $.services.price)}
        inputMode="decimal"
        maxLength={10}
        value={draft.price}
        onChange={(event) => set({ price: event.currentTarget.value.replaceAll(/[^\d.,]/g, '') })}
      />
    </div>
  );
};

type Props = FieldsProps & {
  specializations: readonly Specialization[];
};

/** What a service is, how long it takes and what it costs. */
export const ServiceFields = ({ draft, set, specializations }: Props) => {
  const { t, i18n } = useTranslation('clinic');
  const language = currentLanguage(i18n);
  return (
    <>
      <Select
        label={t(($) => $.services.specialization)}
        placeholder={t(($) => $.choose)}
        data={specializations.map((entry) => ({ value: entry.id, label: entry[language] }))}
        value={draft.specializationId || null}
        onChange={(value) => set({ specializationId: value ?? '' })}
        nothingFoundMessage={t(($) => $.noMatch)}
        allowDeselect={false}
        searchable
      />
      <NameDurationPrice draft={draft} set={set} />
    </>
  );
};
