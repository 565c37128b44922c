import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
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

export const Legend = () => {
  const { t } = useTranslation('calendar');
  return (
    <ul className={classes['legend']} aria-label={t(($) => $.legend.title)}>
      {kinds.map((kind) => (
        <li key={kind} data-kind={kind} style={{ '--swatch': `var(--event-${kind})` } as CSSProperties}>
          {t(($) => $.legend[kind])}
        </li>
      ))}
    </ul>
  );
};
