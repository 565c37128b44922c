import { updateProBody } from '@visita/contracts/api/account';
import type { Pro } from '@visita/contracts/pro/views';
import { Button, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { knownCountry } from '../../lib/country.ts';
import { currentLanguage } from '../../lib/i18n.ts';
import { defaultPrefix } from '../../lib/prefixes.ts';
import { ConsentFields } from '../../ui/consents.tsx';
import { FormCard } from '../../ui/form-card.tsx';
import { PublicLayout } from '../../ui/public-layout.tsx';
import { RequirePro } from '../account/require-pro.tsx';
import { ProfileFields } from './profile-fields.tsx';
import { useOnboardingStep } from './use-onboarding-step.ts';

const CollaboratorForm = ({ pro }: { pro: Pro }) => {
  const { t, i18n } = useTranslation('onboarding');
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
    <FormCard title={t(($) => $.collaborator.title)} text={t(($) => $.collaborator.text)}>
      <form onSubmit={form.onSubmit(async () => body.success && (await send(body.data)))}>
        <Stack gap="lg">
          <ProfileFields form={form} />
          <ConsentFields form={form} />
          <Button type="submit" loading={sending} disabled={!body.success}>
            {t(($) => $.next)}
          </Button>
        </Stack>
      </form>
    </FormCard>
  );
};

export const CollaboratorScreen = () => {
  const { t } = useTranslation('onboarding');
  return (
    <RequirePro status={10}>
      {(pro) => (
        <PublicLayout width={500} links={false}>
          <title>{`${t(($) => $.collaborator.title)} · Visita`}</title>
          <CollaboratorForm pro={pro} />
        </PublicLayout>
      )}
    </RequirePro>
  );
};
