import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/icons/icons.tsx';
import { markIcons } from '../entries/entry.tsx';
import classes from '../shared/calendar.module.css';

const kinds = [
  'own',
  'guest',
  'others',
  'orphan',
  'held',
  'block',
  'closing',
  'vacation',
  'vacationOthers',
] as const;

const marks = ['arrived', 'attended', 'missed', 'coming', 'notComing', 'notMailed'] as const;

export const Legend = () => {
  const { t } = useTranslation('calendar');
  return (
    <ul className={classes['legend']} aria-label={t(($) => $.legend.title)}>
      {kinds.map((kind) => (
        <li key={kind} data-kind={kind} style={{ '--swatch': `var(--event-${kind})` } as CSSProperties}>
          {t(($) => $.legend[kind])}
        </li>
      ))}
      {marks.map((mark) => (
        <li key={mark} data-mark={mark}>
          <Icon name={markIcons[mark]} size={14} />
          {t(($) => $.marks[mark])}
        </li>
      ))}
    </ul>
  );
};
