import { clinicServiceRow } from '@visita/contracts/api/clinic';
import { durationMaximum } from '@visita/contracts/fields';
import { Button, NumberInput, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { newId } from '../../lib/idempotency-keys.ts';
import { currentLanguage } from '../../lib/i18n.ts';
import { Icon } from '../../ui/icons.tsx';
import { Fieldset } from '../../ui/fieldset.tsx';
import { RemoveButton } from '../../ui/icon-button.tsx';
import { onEnter } from '../../ui/on-enter.ts';
import { Missing } from '../../ui/states.tsx';
import { useSpecializations, type ServiceRow } from '../../lib/data/clinic.api.ts';
import { ServiceLine } from './service-line.tsx';
import classes from './clinic.module.css';

const empty = {
  specializationId: '',
  serviceName: '',
  duration: '' as number | '',
  price: '',
};
const row = clinicServiceRow.omit({ clinicId: true });
/** Euro as typed in any of the languages: 35,50 and 35.50 are the same. */
const euroOf = (typed: string) => (typed === '' ? undefined : Number(typed.replace(',', '.')));
const numeric = (value: string | number) => (typeof value === 'number' ? value : '');

type Draft = typeof empty;
type Specializations = NonNullable<ReturnType<typeof useSpecializations>['data']>['data'];

type Props = { rows: readonly ServiceRow[]; onChange: (rows: ServiceRow[]) => void };

const AddedServices = ({ rows, onChange }: Props) => {
  const { t } = useTranslation('clinic');
  return (
    <ul aria-label={t(($) => $.services.added)}>
      {rows.map((service) => (
        <ServiceLine
          key={service.selectorId}
          {...service}
          specializationName={service.specializationName ?? ''}
        >
          <RemoveButton
            label={t(($) => $.services.remove, { service: service.serviceName })}
            onClick={() => onChange(rows.filter((other) => other !== service))}
          />
        </ServiceLine>
      ))}
    </ul>
  );
};

/** What is filled in so far, and the row that it makes; null while it makes none. */
const useDraft = (specializations: Specializations) => {
  const language = currentLanguage(useTranslation().i18n);
  const [draft, setDraft] = useState(empty);
  const chosen = specializations.find(({ id }) => id === draft.specializationId);
  const { data } = row.safeParse({
    ...draft,
    price: euroOf(draft.price),
    specializationName: chosen?.[language] ?? '',
    selectorId: newId(),
  });
  const set = (change: Partial<Draft>) => setDraft({ ...draft, ...change });
  return { draft, set, reset: () => setDraft(empty), complete: data ?? null };
};

type FieldsProps = { draft: Draft; set: (change: Partial<Draft>) => void };

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

/** Service rows of the new-clinic and add-service panels: fill one in, add it, see it listed. */
export const ServiceRows = ({ rows, onChange }: Props) => {
  const { t, i18n } = useTranslation('clinic');
  const language = currentLanguage(i18n);
  const loaded = useSpecializations();
  const specializations = loaded.data?.data ?? [];
  const { draft, set, reset, complete } = useDraft(specializations);
  const add = () => {
    if (!complete) return;
    const { activated: _, ...added } = complete;
    onChange([...rows, added]);
    reset();
  };
  return (
    <Fieldset title={t(($) => $.services.title)}>
      <Missing load={loaded} text={t(($) => $.services.specializationsFailed)} />
      {rows.length > 0 && <AddedServices rows={rows} onChange={onChange} />}
      <div className={classes['box']} onKeyDown={onEnter(add)}>
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
        <Button
          variant="light"
          leftSection={<Icon name="plus" size={18} />}
          disabled={!complete}
          onClick={add}
        >
          {t(($) => $.services.add)}
        </Button>
      </div>
    </Fieldset>
  );
};
