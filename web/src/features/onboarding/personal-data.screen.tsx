import { updateProBody } from '@visita/contracts/api/account';
import type { Pro } from '@visita/contracts/pro/views';
import { Button, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { knownCountry } from '../../lib/country.ts';
import { currentLanguage } from '../../lib/i18n.ts';
import { defaultPrefix } from '../../lib/prefixes.ts';
import { FormCard } from '../../ui/form-card.tsx';
import { PublicLayout } from '../../ui/public-layout.tsx';
import { RequirePro } from '../account/require-pro.tsx';
import { ProfileFields } from './profile-fields.tsx';
import { useOnboardingStep } from './use-onboarding-step.ts';

const PersonalDataForm = ({ pro }: { pro: Pro }) => {
  const { t, i18n } = useTranslation('onboarding');
  const { sending, send } = useOnboardingStep(pro.id);
  const form = useForm({
    initialValues: {
      title: pro.title ?? '',
      name: pro.name ?? '',
      lastname: pro.lastname ?? '',
      prefix: pro.prefix ?? defaultPrefix(currentLanguage(i18n), knownCountry()),
      phone: pro.phone ?? '',
    },
  });
  const body = updateProBody.safeParse({ ...form.values, configStatus: 2 });
  return (
    <FormCard title={t(($) => $.personalData.title)} text={t(($) => $.personalData.text)}>
      <form onSubmit={form.onSubmit(async () => body.success && (await send(body.data)))}>
        <Stack gap="lg">
          <ProfileFields form={form} />
          <Button type="submit" loading={sending} disabled={!body.success}>
            {t(($) => $.next)}
          </Button>
        </Stack>
      </form>
    </FormCard>
  );
};

export const PersonalDataScreen = () => {
  const { t } = useTranslation('onboarding');
  return (
    <RequirePro status={1}>
      {(pro) => (
        <PublicLayout width={500} links={false}>
          <title>{`${t(($) => $.personalData.title)} · Visita`}</title>
          <PersonalDataForm pro={pro} />
        </PublicLayout>
      )}
    </RequirePro>
  );
};
