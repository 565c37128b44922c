import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../lib/i18n.ts';
import style from './booking.module.css';
import type { Day } from './days.ts';
import { longDay } from '../lib/wall-clock.ts';
import { zoneName } from './format.ts';
import { anyone, type Offer } from './offers.ts';
import { Step } from './parts.tsx';

type ProfessionalProps = {
  offers: readonly Offer[];
  /** Whose hub, or {@link anyone}. */
  chosen: string | undefined;
  onPick: (step: 'hubId', hubId: string) => void;
};

/** With whom. */
export const ProfessionalStep = ({ offers, chosen, onPick }: ProfessionalProps) => {
  const { t } = useTranslation('booking');
  const choices = [
    ...offers.map(({ hubId, professional }) => ({ id: hubId, name: professional })),
    ...(offers.length > 1 ? [{ id: anyone, name: t(($) => $.professional.anyone) }] : []),
  ];
  return (
    <Step title={t(($) => $.professional.step)} reveal>
      <div role="radiogroup" aria-label={t(($) => $.professional.step)} className={style.radios}>
        {choices.map(({ id, name }) => (
          <label key={id}>
            <input
              type="radio"
              name="professional"
              checked={id === chosen}
              onChange={() => onPick('hubId', id)}
            />
            {name}
          </label>
        ))}
      </div>
    </Step>
  );
};

type TimeProps = {
  times: readonly string[];
  timezone: string;
  day: Day;
  time: string | undefined;
  onTime: (time: string) => void;
  /** Goes on with the picked time. */
  children: ReactNode;
};

/** When; a picked time is said again, with the way on. */
export const TimeStep = ({ times, timezone, day, time, onTime, children }: TimeProps) => {
  const { t, i18n } = useTranslation('booking');
  const language = currentLanguage(i18n);
  return (
    <Step title={t(($) => $.time.step)} reveal>
      <ul className={style.times}>
        {times.map((free) => (
          <li key={free}>
            <button type="button" aria-pressed={free === time} onClick={() => onTime(free)}>
              {free}
            </button>
          </li>
        ))}
      </ul>
      <p className={style.hint}>{t(($) => $.time.zone, { zone: zoneName(timezone, language) })}</p>
      {time !== undefined && (
        <div className={style.chosen}>
          <span>{t(($) => $.time.chosen, { day: longDay(day, language), time })}</span>
          {children}
        </div>
      )}
    </Step>
  );
};
