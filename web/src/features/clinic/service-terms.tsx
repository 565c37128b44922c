import type { ClinicServiceView, ClinicView, HubServiceView, HubView } from '@visita/contracts/clinic/views';
import { durationMaximum } from '@visita/contracts/fields';
import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { writtenAmount, type Amount } from '../../lib/text/amount.ts';
import { currentLanguage } from '../../lib/text/i18n.ts';
import { AmountField } from '../../ui/fields/amount-field.tsx';
import { Fieldset } from '../../ui/fields/fieldset.tsx';
import { useDraftForm } from '../../ui/forms/use-draft-form.ts';
import classes from './clinic.module.css';
import { priceMaximum } from './service-fields.tsx';

/** A professional's own terms; null is the clinic's value. */
export type Terms = { duration: number | null; price: number | null };

type RowProps = {
  offered: HubServiceView;
  clinics: ClinicServiceView;
  save: (read: HubServiceView, terms: Terms) => Promise<boolean>;
  busy: boolean;
};

const TermsRow = ({ offered, clinics, save, busy }: RowProps) => {
  const { t, i18n } = useTranslation('clinic');
  const language = currentLanguage(i18n);
  // Null shows the stored terms; a draft keeps the `basis` it started from.
  const { form, draft } = useDraftForm(`terms ${offered.id}`, {
    duration: null as Amount | null,
    price: null as Amount | null,
    basis: null as HubServiceView | null,
  });
  const read = form.values.basis ?? offered;
  const typed = {
    duration: form.values.duration ?? offered.ownDuration ?? '',
    price: form.values.price ?? offered.ownPrice ?? '',
  };
  const set = (change: Partial<typeof typed>) => form.setValues({ ...change, basis: read });
  const wanted: Terms = {
    duration: typed.duration === '' ? null : typed.duration,
    price: typed.price === '' ? null : typed.price,
  };
  const changed = wanted.duration !== read.ownDuration || wanted.price !== read.ownPrice;
  const readable = ![wanted.duration, wanted.price].some(Number.isNaN);
  const leave = async () => {
    if (readable && (!changed || (await save(read, wanted)))) draft.discard();
  };
  const shared = { disabled: busy, onBlur: () => void leave() };
  return (
    <Fieldset title={offered.serviceName}>
      <div className={classes['two']}>
        <AmountField
          {...shared}
          label={t(($) => $.terms.duration)}
          placeholder={writtenAmount(clinics.duration, language)}
          min={1}
          max={durationMaximum}
          value={typed.duration}
          onChange={(duration) => set({ duration })}
        />
        <AmountField
          {...shared}
          label={t(($) => $.terms.price)}
          placeholder={writtenAmount(clinics.price, language)}
          min={0}
          max={priceMaximum}
          decimals={2}
          value={typed.price}
          onChange={(price) => set({ price })}
        />
      </div>
    </Fieldset>
  );
};

type Props = {
  clinic: ClinicView;
  hub: HubView;
  /** Saves the terms; resolves to whether it succeeded. */
  save: (read: HubServiceView, terms: Terms) => Promise<boolean>;
  busy: boolean;
};

/** A professional's own prices and durations, if they differ from the clinic's. */
export const ServiceTerms = ({ clinic, hub, save, busy }: Props) => {
  const { t } = useTranslation('clinic');
  const rows = hub.services.flatMap((offered) => {
    const listed = clinic.clinic_services.find(({ id }) => id === offered.clinicServiceId);
    return listed ? [{ offered, listed }] : [];
  });
  if (rows.length === 0) return null;
  return (
    <Stack component="section" gap="sm" aria-label={t(($) => $.terms.title)}>
      <Text fw={550}>{t(($) => $.terms.title)}</Text>
      <Text c="dimmed" size="sm">
        {t(($) => $.terms.hint)}
      </Text>
      {rows.map(({ offered, listed }) => (
        <TermsRow key={offered.id} offered={offered} clinics={listed} save={save} busy={busy} />
      ))}
    </Stack>
  );
};
