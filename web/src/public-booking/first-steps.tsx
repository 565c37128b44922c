import type { PublicClinic } from '@visita/contracts/clinic/views';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../lib/i18n.ts';
import style from './booking.module.css';
import { price } from './format.ts';
import { bySpecialization, type Service } from './offers.ts';
import { Panel, Step } from './parts.tsx';

type ClinicStepProps = {
  clinics: readonly PublicClinic[];
  clinic: PublicClinic | undefined;
  onPick: (id: string) => void;
};

/** Where: chosen, or said where there is only one. */
export const ClinicStep = ({ clinics, clinic, onPick }: ClinicStepProps) => {
  const { t } = useTranslation('booking');
  return (
    <Step title={t(($) => $.clinic.step)}>
      {clinics.length > 1 ? (
        <select
          aria-label={t(($) => $.clinic.step)}
          value={clinic?.id ?? ''}
          onChange={(event) => onPick(event.target.value)}
        >
          <option value="" disabled>
            {t(($) => $.clinic.choose)}
          </option>
          {clinics.map(({ id, name, city }) => (
            <option key={id} value={id}>
              {name}, {city}
            </option>
          ))}
        </select>
      ) : (
        <p className={style.only}>{clinic?.name}</p>
      )}
      {clinic && (
        <address>
          {clinic.address}, {clinic.postal_code} {clinic.city}
        </address>
      )}
    </Step>
  );
};

type ServiceStepProps = {
  services: readonly Service[];
  service: Service | undefined;
  onPick: (id: string) => void;
};

/** What: grouped by specialization, with its length and price. */
export const ServiceStep = ({ services, service, onPick }: ServiceStepProps) => {
  const { t, i18n } = useTranslation('booking');
  const language = currentLanguage(i18n);
  const detail = ({ duration, price: euro }: Service) =>
    `${t(($) => $.service.minutes, { minutes: duration })} · ${price(euro, language)}`;
  const groups = bySpecialization(services, (item) => item[`specialization_${language}`]);
  if (services.length === 0) {
    return (
      <Panel kind="empty">
        <p>{t(($) => $.service.none)}</p>
      </Panel>
    );
  }
  return (
    <Step title={t(($) => $.service.step)}>
      {services.length > 1 ? (
        <select
          aria-label={t(($) => $.service.step)}
          value={service?.id ?? ''}
          onChange={(event) => onPick(event.target.value)}
        >
          <option value="" disabled>
            {t(($) => $.service.choose)}
          </option>
          {groups.map(([name, items]) => (
            <optgroup key={name} label={name}>
              {items.map((item) => (
                <option key={item.id} value={item.id}>
                  {item.serviceName} · {detail(item)}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
      ) : (
        <p className={style.only}>{service?.serviceName}</p>
      )}
      {service && (
        <p className={style.detail}>
          {service[`specialization_${language}`]} · {detail(service)}
        </p>
      )}
    </Step>
  );
};
