import { useTranslation } from 'react-i18next';
import { supportEmail } from '../lib/page/support.ts';

/** Support address, for pages on which the user cannot continue. */
export const SupportLine = () => {
  const { t } = useTranslation('common');
  return (
    <p className="centred">
      {t(($) => $.support)} <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
    </p>
  );
};
