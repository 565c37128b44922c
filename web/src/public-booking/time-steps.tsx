import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { price } from '../lib/text/euro.ts';
import { currentLanguage } from '../lib/text/i18n.ts';
import style from './booking.module.css';
import type { Day } from './days.ts';
import { dateOf, longDay } from '../lib/time/wall-clock.ts';
import { isOnClockOf, zoneName } from './format.ts';
import { anyone, type Offer, ownTermsOf, type Service } from './offers.ts';
import { Step } from './parts.tsx';

type ProfessionalProps = {
  service: Service;
  offers: readonly Offer[];
  /** Id of the chosen hub, or {@link anyone}. */
  chosen: string | undefined;
  onPick: (step: 'hubId', hubId: string) => void;
};

/** Returns a function that formats an offer's own terms; empty if all offers have the same. */
export const useTerms = (service: Service) => {
  const { t, i18n } = useTranslation('booking');
  return (offer: Offer): string[] => {
    const own = ownTermsOf(offer, service);
    if (!own) return [];
    return [t(($) => $.service.minutes, { minutes: own.duration }), price(own.price, currentLanguage(i18n))];
  };
};

export const ProfessionalStep = ({ service, offers, chosen, onPick }: ProfessionalProps) => {
  const { t } = useTranslation('booking');
  const terms = useTerms(service);
  const choices = [
    ...offers.map((offer) => ({ id: offer.hubId, name: [offer.professional, ...terms(offer)].join(' · ') })),
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
  /** Content shown once a time is picked. */
  children: ReactNode;
};

/** Choice of the time; the picked one is repeated with the next step. */
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
      {!isOnClockOf(timezone, dateOf(day)) && (
        <p className={style.hint}>{t(($) => $.time.zone, { zone: zoneName(timezone, language) })}</p>
      )}
      {time !== undefined && (
        <div className={style.chosen}>
          <span>{t(($) => $.time.chosen, { day: longDay(day, language), time })}</span>
          {children}
        </div>
      )}
    </Step>
  );
};
