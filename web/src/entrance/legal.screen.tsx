import { useTranslation } from 'react-i18next';
import useSWR from 'swr';
import { currentLanguage } from '../lib/text/i18n.ts';
import { paths } from '../lib/page/paths.ts';
import { supportEmail } from '../lib/page/support.ts';
import { useMeasurement } from '../lib/page/tag-manager.ts';
import { pageSetting } from '../lib/page/page-setting.ts';
import { CardPage, Frame } from './card-page.tsx';
import { ConsentButtons } from './consent-bar.tsx';
import style from './legal.module.css';
import { Failure, Loading } from './parts.tsx';

/** Documents and their sections; the texts are in the locale files. */
const documents = {
  privacyPolicy: ['who', 'what', 'why', 'patients', 'keeping', 'rights'],
  termsAndConditions: ['service', 'account', 'use', 'appointments', 'plans', 'liability'],
  cookiePolicy: ['what', 'necessary', 'others', 'control'],
} as const;

type Document = keyof typeof documents;

/** The visitor's consent to measurement, with buttons to change it. */
const MeasurementChoice = () => {
  const { t } = useTranslation(['legal', 'common']);
  const measurement = useMeasurement();
  if (!measurement.choose) return null;
  return (
    <section className={style['section']}>
      <h2>{t(($) => $.common.measurement.title)}</h2>
      <p role="status">{t(($) => $.cookiePolicy.choice[measurement.choice ?? 'refused'])}</p>
      <ConsentButtons {...measurement} />
    </section>
  );
};

const ModelText = ({ document }: { document: Document }) => {
  const { t } = useTranslation('legal');
  return documents[document].map((section) => (
    <section key={section} className={style['section']}>
      <h2>{t(`${document}.${section}.title` as never)}</h2>
      <p>{t(`${document}.${section}.text` as never)}</p>
    </section>
  ));
};

const readText = async (address: string): Promise<string> => {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} answered ${response.status}`);
  return response.text();
};

/** The operator's own legal text: plain text with headings after "# ". */
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
        <h2 key={index}>{part.slice(2).trim()}</h2>
      ) : (
        <p key={index} className={style['own']}>
          {part.trim()}
        </p>
      ),
    );
};

export const LegalScreen = ({ document }: { document: Document }) => {
  const { t } = useTranslation('legal');
  const own = pageSetting('legal-texts') !== null;
  return (
    <CardPage
      component="article"
      width="narrow-page"
      title={t(($) => $[document].title)}
      text={own ? undefined : t(($) => $.draft)}
    >
      {own ? <OwnText document={document} /> : <ModelText document={document} />}
      {document === 'cookiePolicy' && <MeasurementChoice />}
      <p>
        {t(($) => $.questions)} <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
      </p>
    </CardPage>
  );
};

export const NotFoundScreen = () => {
  const { t } = useTranslation('legal');
  return (
    <Frame title={t(($) => $.notFound.title)}>
      <div className={style['lost']}>
        <h1>{t(($) => $.notFound.title)}</h1>
        <p>{t(($) => $.notFound.text)}</p>
        <a href={paths.login} className="centred">
          {t(($) => $.notFound.home)}
        </a>
      </div>
    </Frame>
  );
};
