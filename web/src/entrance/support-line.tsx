import { useTranslation } from 'react-i18next';
import { supportEmail } from '../lib/page/support.ts';

/** Where a page leads no further: whom to ask. */
export const SupportLine = () => {
  const { t } = useTranslation('common');
  return (
    <p className="centred">
      {t(($) => $.support)} <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
    </p>
  );
};
