import { updateProBody } from '@visita/contracts/api/account';
import type { Pro } from '@visita/contracts/pro/views';
import { useTranslation } from 'react-i18next';
import { knownCountry } from '../../lib/country.ts';
import { currentLanguage } from '../../lib/i18n.ts';
import { defaultPrefix } from '../../lib/prefixes.ts';
import { useBodyForm } from '../../ui/use-body-form.ts';
import { ProfileFields } from './profile-fields.tsx';
import { StepForm, StepScreen } from './step.tsx';

const PersonalDataForm = ({ pro }: { pro: Pro }) => {
  const { i18n } = useTranslation('onboarding');
  const { form, body } = useBodyForm(
    updateProBody,
    {
      title: pro.title ?? '',
      name: pro.name ?? '',
      lastname: pro.lastname ?? '',
      prefix: pro.prefix ?? defaultPrefix(currentLanguage(i18n), knownCountry()),
      phone: pro.phone ?? '',
    },
    (values) => ({ ...values, configStatus: 2 }),
  );
  return (
    <StepForm proId={pro.id} body={body}>
      <ProfileFields form={form} />
    </StepForm>
  );
};

export const PersonalDataScreen = () => (
  <StepScreen step="personalData" status={1}>
    {(pro) => <PersonalDataForm pro={pro} />}
  </StepScreen>
);
