import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import style from './parts.module.css';

const subscribe = (changed: () => void) => {
  addEventListener('online', changed);
  addEventListener('offline', changed);
  return () => {
    removeEventListener('online', changed);
    removeEventListener('offline', changed);
  };
};

/** Notice that the network is offline; loaded data and typed text stay. */
export const OfflineBanner = () => {
  const { t } = useTranslation('booking');
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    // A live region must exist before its text changes for the text to be announced.
    <div role="status">{!online && <p className={style.offline}>{t(($) => $.load.offline)}</p>}</div>
  );
};
