import { useTranslation } from 'react-i18next';
import { WhomToAsk } from './contact.tsx';
import { Panel } from './parts.tsx';

/** Any public address that is not a page. */
export const NotFound = () => {
  const { t } = useTranslation('booking');
  return (
    <Panel kind="empty" title={t(($) => $.notFound.file)}>
      <p>{t(($) => $.notFound.text)}</p>
      <WhomToAsk />
    </Panel>
  );
};
