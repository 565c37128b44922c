import { Anchor, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import useSWR from 'swr';
import { currentLanguage } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { supportEmail } from '../../lib/support.ts';
import { told } from '../../lib/told.ts';
import { useMeasurement } from '../../lib/tag-manager.ts';
import { ConsentButtons } from '../../ui/consent-bar.tsx';
import { CardPage } from '../../ui/card-page.tsx';
import { Failure, Loading } from '../../ui/states.tsx';
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

const ModelText = ({ document }: { document: Document }) => {
  const { t } = useTranslation('legal');
  return documents[document].map((section) => (
    <section key={section}>
      <Title order={2} size="h4" mb={4}>
        {t(`${document}.${section}.title` as never)}
      </Title>
      <Text size="md">{t(`${document}.${section}.text` as never)}</Text>
    </section>
  ));
};

const readText = async (address: string): Promise<string> => {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} answered ${response.status}`);
  return response.text();
};

/** The text of whoever runs the product: plain, with headings that begin with "# ". */
const OwnText = ({ document }: { document: Document }) => {
  const { t, i18n } = useTranslation('legal');
  const file = `${paths[document].slice(1)}.${currentLanguage(i18n)}.txt`;
  const { data, error, mutate } = useSWR<string, Error>(`/legal/${file}`, readText);
  if (error && !data) return <Failure text={t(($) => $.loadFailed)} onRetry={() => void mutate()} />;
  if (data === undefined) return <Loading rows={6} height={60} />;
  return data
    .split(/\n\s*\n|\n(?=# )|(?<=^# .*)\n/m)
    .filter((part) => part.trim() !== '')
    .map((part, index) =>
      part.startsWith('# ') ? (
        <Title key={index} order={2} size="h4">
          {part.slice(2).trim()}
        </Title>
      ) : (
        <Text key={index} size="md" style={{ whiteSpace: 'pre-line' }}>
          {part.trim()}
        </Text>
      ),
    );
};

const Legal = ({ document }: { document: Document }) => {
  const { t } = useTranslation('legal');
  const own = told('legal-texts') !== null;
  return (
    <CardPage
      component="article"
      width={760}
      title={t(($) => $[document].title)}
      {...(own ? {} : { text: t(($) => $.draft) })}
    >
      {own ? <OwnText document={document} /> : <ModelText document={document} />}
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
