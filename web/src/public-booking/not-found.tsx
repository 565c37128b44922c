import { useTranslation } from 'react-i18next';
import { FallbackContact } from './contact.tsx';
import { Panel } from './parts.tsx';

export const NotFound = () => {
  const { t } = useTranslation('booking');
  return (
    <Panel kind="empty" title={t(($) => $.notFound.file)}>
      <p>{t(($) => $.notFound.text)}</p>
      <FallbackContact />
    </Panel>
  );
};
