import { filterPostalCode, hasLetteredCodes } from '@visita/contracts/filters';
import { Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../lib/text/i18n.ts';
import { countryName } from '../../lib/text/prefixes.ts';
import { Fieldset } from '../../ui/fields/fieldset.tsx';
import { SearchSelect } from '../../ui/fields/search-select.tsx';
import { Missing } from '../../ui/feedback/states.tsx';
import { useProvinces } from '../../lib/data/clinic.api.ts';

type ClinicDetails = {
  name: string;
  country: string;
  provinceId: string;
  city: string;
  address: string;
  postalCode: string;
  phone: string;
  email: string;
  directions: string;
};

/** Part of a form that these fields use. */
type DetailsForm = {
  readonly values: ClinicDetails;
  setValues(changes: Partial<ClinicDetails>): void;
  getInputProps(field: keyof ClinicDetails): ReturnType<UseFormReturnType<ClinicDetails>['getInputProps']>;
};

type Props = { form: DetailsForm };

const Region = ({ form }: Props) => {
  const { t, i18n } = useTranslation('clinic');
  const language = currentLanguage(i18n);
  const provinces = useProvinces().data?.data ?? [];
  const countries = [...new Set(provinces.map(({ country }) => country))]
    .map((code) => ({ value: code, label: countryName(code, language) }))
    .sort((one, other) => one.label.localeCompare(other.label, language));
  const { values } = form;
  const placeholder = t(($) => $.choose);
  return (
    <div className="two">
      <SearchSelect
        placeholder={placeholder}
        label={t(($) => $.details.country)}
        data={countries}
        value={values.country || null}
        onChange={(country) => form.setValues({ country: country ?? '', provinceId: '' })}
      />
      <SearchSelect
        placeholder={placeholder}
        label={t(($) => $.details.province)}
        data={provinces
          .filter(({ country }) => country === values.country)
          .map(({ id, name }) => ({ value: id, label: name }))}
        value={values.provinceId || null}
        onChange={(provinceId) => form.setValues({ provinceId: provinceId ?? '' })}
        disabled={!values.country}
      />
    </div>
  );
};

export const ClinicDetailsFields = ({ form }: Props) => {
  const { t } = useTranslation('clinic');
  const { country } = form.values;
  const lettered = hasLetteredCodes(country);
  // A trailing space is kept, because postcodes may contain spaces.
  const type = (typed: string) =>
    form.setValues({
      postalCode: filterPostalCode(typed, country) + (lettered && /\S $/.test(typed) ? ' ' : ''),
    });
  return (
    <Fieldset title={t(($) => $.details.title)} quiet>
      <Missing load={useProvinces()} text={t(($) => $.details.provincesFailed)} />
      <TextInput label={t(($) => $.details.name)} maxLength={120} {...form.getInputProps('name')} />
      <Region form={form} />
      <TextInput
        label={t(($) => $.details.address)}
        autoComplete="street-address"
        maxLength={200}
        {...form.getInputProps('address')}
      />
      <div className="two">
        <TextInput label={t(($) => $.details.city)} maxLength={120} {...form.getInputProps('city')} />
        <TextInput
          label={t(($) => $.details.postalCode)}
          inputMode={lettered ? 'text' : 'numeric'}
          maxLength={10}
          value={form.values.postalCode}
          onChange={({ currentTarget }) => type(currentTarget.value)}
        />
      </div>
      <div className="two">
        <TextInput
          label={t(($) => $.details.phone)}
          description={t(($) => $.details.contactHint)}
          type="tel"
          autoComplete="off"
          maxLength={31}
          {...form.getInputProps('phone')}
        />
        <TextInput
          label={t(($) => $.details.email)}
          description={t(($) => $.details.contactHint)}
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          maxLength={254}
          {...form.getInputProps('email')}
        />
      </div>
      <Textarea
        label={t(($) => $.details.directions)}
        description={t(($) => $.details.directionsHint)}
        rows={3}
        maxLength={500}
        {...form.getInputProps('directions')}
      />
    </Fieldset>
  );
};
