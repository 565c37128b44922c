import { useTranslation } from 'react-i18next';
import { paths } from '../lib/page/paths.ts';
import { useMeasurement } from '../lib/page/tag-manager.ts';
import classes from './consent-bar.module.css';
import { Button } from './parts.tsx';

/** Buttons to accept and refuse, with equal prominence. */
export const ConsentButtons = ({ choice, choose }: ReturnType<typeof useMeasurement>) => {
  const { t } = useTranslation('common');
  return (
    <div className={classes['buttons']}>
      {(['refused', 'accepted'] as const).map((option) => (
        <Button
          key={option}
          look="plain"
          aria-pressed={choice === null ? undefined : choice === option}
          onClick={() => choose?.(option)}
        >
          {t(($) => $.measurement[option])}
        </Button>
      ))}
    </div>
  );
};

/** Asks once for consent to measurement. It covers no content, and the page can be used without an answer. */
export const ConsentBar = () => {
  const { t } = useTranslation('common');
  const measurement = useMeasurement();
  if (!measurement.choose || measurement.choice !== null) return null;
  return (
    <section className={classes['bar']} aria-label={t(($) => $.measurement.title)}>
      <p>
        {t(($) => $.measurement.text)} <a href={paths.cookiePolicy}>{t(($) => $.legal.cookiePolicy)}</a>
      </p>
      <ConsentButtons {...measurement} />
    </section>
  );
};
