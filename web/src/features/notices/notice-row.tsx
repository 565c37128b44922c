import type { NoticeView } from '@visita/contracts/activity/views';
import { useTranslation } from 'react-i18next';
import { Icon, type IconName } from '../../ui/icons/icons.tsx';
import classes from './notices.module.css';

const icons = {
  booked: 'calendar',
  moved: 'clock',
  cancelled: 'close',
  'not-mailed': 'unmailed',
  'not-coming': 'warning',
  'calendar-lost': 'offline',
  'texts-used-up': 'warning',
  blocked: 'away',
  absent: 'away',
  'not-placed': 'warning',
  'not-changed': 'warning',
} as const satisfies Record<NoticeView['kind'], IconName>;

type Props = { notice: NoticeView; title: string; detail: string; time: string; onOpen: () => void };

/** One notice; a press opens what it is about. */
export const NoticeRow = ({ notice, title, detail, time, onOpen }: Props) => {
  const { t } = useTranslation('notices');
  return (
    <li>
      <button type="button" className={classes['row']} data-read={notice.read} onClick={onOpen}>
        <Icon name={icons[notice.kind]} size={20} />
        <span className={classes['text']}>
          <span className={classes['title']}>
            {!notice.read && <span className={classes['new']}>{t(($) => $.new)}</span>}
            {title}
          </span>
          <span className={classes['detail']}>{detail}</span>
        </span>
        <time className="tabular" dateTime={notice.at}>
          {time}
        </time>
      </button>
    </li>
  );
};
