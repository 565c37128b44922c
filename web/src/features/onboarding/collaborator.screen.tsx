import { updateProBody } from '@visita/contracts/api/account';
import type { Pro } from '@visita/contracts/pro/views';
import { useTranslation } from 'react-i18next';
import { knownCountry } from '../../lib/country.ts';
import { currentLanguage } from '../../lib/i18n.ts';
import { defaultPrefix } from '../../lib/prefixes.ts';
import { ConsentFields } from '../../ui/consents.tsx';
import { useBodyForm } from '../../ui/use-body-form.ts';
import { ProfileFields } from './profile-fields.tsx';
import { StepForm, StepScreen } from './step.tsx';

const CollaboratorForm = ({ pro }: { pro: Pro }) => {
  const { i18n } = useTranslation('onboarding');
  const { form, body } = useBodyForm(
    updateProBody,
    {
      title: '',
      name: '',
      lastname: '',
      prefix: defaultPrefix(currentLanguage(i18n), knownCountry()),
      phone: '',
      privacyPolicy: false,
      termsConditions: false,
      marketingConsent: false,
    },
    (values) => ({ ...values, configStatus: 100 }),
  );
  return (
    <StepForm proId={pro.id} body={body}>
      <ProfileFields form={form} />
      <ConsentFields form={form} />
    </StepForm>
  );
};

export const CollaboratorScreen = () => (
  <StepScreen step="collaborator" status={10}>
    {(pro) => <CollaboratorForm pro={pro} />}
  </StepScreen>
);
