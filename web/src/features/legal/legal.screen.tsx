import { Anchor, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { supportEmail } from '../../lib/support.ts';
import { useMeasurement } from '../../lib/tag-manager.ts';
import { ConsentButtons } from '../../ui/consent-bar.tsx';
import { CardPage } from '../../ui/card-page.tsx';
import { PublicLayout } from '../../ui/public-layout.tsx';

/** The documents and their sections; the texts stand in the locale files. */
const documents = {
  privacyPolicy: ['who', 'what', 'why', 'patients', 'keeping', 'rights'],
  termsAndConditions: ['service', 'account', 'use', 'appointments', 'plans', 'liability'],
  cookiePolicy: ['what', 'necessary', 'others', 'control'],
} as const;

type Document = keyof typeof documents;

/** Where there is something to choose, what was chosen, and another choice. */
const MeasurementChoice = () => {
  const { t } = useTranslation(['legal', 'common']);
  const measurement = useMeasurement();
  if (!measurement.choose) return null;
  return (
    <section>
      <Title order={2} size="h4" mb={4}>
        {t(($) => $.common.measurement.title)}
      </Title>
      <Text size="md" mb="sm" role="status">
        {t(($) => $.cookiePolicy.choice[measurement.choice ?? 'refused'])}
      </Text>
      <ConsentButtons {...measurement} />
    </section>
  );
};

const Legal = ({ document }: { document: Document }) => {
  const { t } = useTranslation('legal');
  return (
    <CardPage component="article" width={760} title={t(($) => $[document].title)} text={t(($) => $.draft)}>
      {documents[document].map((section) => (
        <section key={section}>
          <Title order={2} size="h4" mb={4}>
            {t(`${document}.${section}.title` as never)}
          </Title>
          <Text size="md">{t(`${document}.${section}.text` as never)}</Text>
        </section>
      ))}
      {document === 'cookiePolicy' && <MeasurementChoice />}
      <Text>
        {t(($) => $.questions)} <Anchor href={`mailto:${supportEmail}`}>{supportEmail}</Anchor>
      </Text>
    </CardPage>
  );
};

export const PrivacyPolicyScreen = () => <Legal document="privacyPolicy" />;

export const TermsAndConditionsScreen = () => <Legal document="termsAndConditions" />;

export const CookiePolicyScreen = () => <Legal document="cookiePolicy" />;

/** The page for what is not there. */
export const NotFoundScreen = () => {
  const { t } = useTranslation('legal');
  return (
    <PublicLayout>
      <title>{`${t(($) => $.notFound.title)} · Visita`}</title>
      <Stack align="center" ta="center">
        <Title order={1} size="h2">
          {t(($) => $.notFound.title)}
        </Title>
        <Text c="dimmed">{t(($) => $.notFound.text)}</Text>
        <Anchor component={Link} to={paths.login}>
          {t(($) => $.notFound.home)}
        </Anchor>
      </Stack>
    </PublicLayout>
  );
};
