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

/** Says that there is no network, calmly: what was loaded and typed stays. */
export const OfflineNotice = () => {
  const { t } = useTranslation('booking');
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    // There from the beginning, so that what appears in it is read out.
    <div role="status">{!online && <p className={style.offline}>{t(($) => $.load.offline)}</p>}</div>
  );
};
