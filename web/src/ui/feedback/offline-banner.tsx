import { useTranslation } from 'react-i18next';
import { useConnection } from '../../lib/api/connection.ts';
import { currentLanguage } from '../../lib/text/i18n.ts';
import { moment } from '../../lib/time/wall-clock.ts';
import { Banner } from './banner.tsx';
import classes from './offline-banner.module.css';

/** Says that the service cannot be reached, and of when the data on the page is. */
export const OfflineBanner = () => {
  const { t, i18n } = useTranslation('common');
  const connection = useConnection();
  const text = () => {
    if (connection.state === 'ok') return null;
    if (!connection.since) return t(($) => $.offline.plain);
    return t(($) => $.offline.since, { time: moment(connection.since, currentLanguage(i18n)) });
  };
  return (
    // There from the beginning, so that what appears in it is read out.
    <div role="status" className={classes['place']}>
      {connection.state === 'lost' && <Banner icon="offline">{text()}</Banner>}
    </div>
  );
};
