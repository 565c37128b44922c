import { updateProBody } from '@visita/contracts/api/account';
import type { Pro } from '@visita/contracts/pro/views';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { knownCountry } from '../../lib/country.ts';
import { currentLanguage } from '../../lib/i18n.ts';
import { defaultPrefix } from '../../lib/prefixes.ts';
import { ConsentFields } from '../../ui/consents.tsx';
import { ProfileFields } from './profile-fields.tsx';
import { StepForm, StepScreen } from './step.tsx';
import { useOnboardingStep } from './use-onboarding-step.ts';

const CollaboratorForm = ({ pro }: { pro: Pro }) => {
  const { i18n } = useTranslation('onboarding');
  const { sending, send } = useOnboardingStep(pro.id);
  const form = useForm({
    initialValues: {
      title: '',
      name: '',
      lastname: '',
      prefix: defaultPrefix(currentLanguage(i18n), knownCountry()),
      phone: '',
      privacyPolicy: false,
      termsConditions: false,
      marketingConsent: false,
    },
  });
  const body = updateProBody.safeParse({ ...form.values, configStatus: 100 });
  return (
    <StepForm
      step="collaborator"
      ready={body.success}
      sending={sending}
      onSubmit={form.onSubmit(async () => body.success && (await send(body.data)))}
    >
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
