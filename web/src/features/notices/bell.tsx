import type { Pro } from '@visita/contracts/pro/views';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNotices } from '../../lib/data/notices.api.ts';
import { Icon } from '../../ui/icons/icons.tsx';
import classes from './bell.module.css';

// The list is loaded lazily, because the calendar's first load does not need it.
const NoticesPanel = lazy(async () => ({ default: (await import('./notices.panel.tsx')).NoticesPanel }));

const shownMaximum = 99;

/** Button in the header with the number of unread notices, which opens their list. */
export const Bell = ({ pro }: { pro: Pro }) => {
  const { t } = useTranslation('common');
  const unread = useNotices().data?.unread ?? 0;
  // Null until first opened, so that the list is not loaded.
  const [opened, setOpened] = useState<boolean | null>(null);
  const shown = unread > shownMaximum ? `${shownMaximum}+` : String(unread);
  const said = unread === 0 ? '' : t(($) => $.notices.unread, { count: unread, shown });
  return (
    <>
      <button
        type="button"
        className={classes['bell']}
        aria-haspopup="dialog"
        aria-label={[t(($) => $.notices.title), said].filter(Boolean).join(': ')}
        onClick={() => setOpened(true)}
      >
        <Icon name="bell" size={20} />
        {unread > 0 && (
          <span className={classes['count']} aria-hidden="true">
            {shown}
          </span>
        )}
      </button>
      <span className="visually-hidden" role="status">
        {said}
      </span>
      <Suspense fallback={null}>
        {opened !== null && <NoticesPanel pro={pro} opened={opened} onClose={() => setOpened(false)} />}
      </Suspense>
    </>
  );
};
