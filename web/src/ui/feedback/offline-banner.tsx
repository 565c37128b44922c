import { useTranslation } from 'react-i18next';
import { useConnection } from '../../lib/api/connection.ts';
import { currentLanguage } from '../../lib/text/i18n.ts';
import { moment } from '../../lib/time/wall-clock.ts';
import { Banner } from './banner.tsx';
import classes from './offline-banner.module.css';

/** Shows that the service is unreachable, and the age of the data. */
export const OfflineBanner = () => {
  const { t, i18n } = useTranslation('common');
  const connection = useConnection();
  const text = () => {
    if (connection.state === 'ok') return null;
    if (!connection.since) return t(($) => $.offline.plain);
    return t(($) => $.offline.since, { time: moment(connection.since, currentLanguage(i18n)) });
  };
  return (
    // A live region must exist before its text changes for the text to be announced.
    <div role="status" className={classes['place']}>
      {connection.state === 'lost' && <Banner icon="offline">{text()}</Banner>}
    </div>
  );
};
