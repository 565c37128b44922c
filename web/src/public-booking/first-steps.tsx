import type { PublicClinic } from '@visita/contracts/clinic/views';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { priceRange } from '../lib/text/euro.ts';
import { currentLanguage } from '../lib/text/i18n.ts';
import style from './booking.module.css';
import { Contact, FallbackContact } from './contact.tsx';
import { directionsTo } from './format.ts';
import { bySpecialization, type Service, termsOf } from './offers.ts';
import { Panel, Step } from './parts.tsx';

type PickOneProps = {
  label: string;
  placeholder: string;
  value: string | undefined;
  onPick: (id: string) => void;
  children: ReactNode;
};

const PickOne = ({ label, placeholder, value = '', onPick, children }: PickOneProps) => (
  <select aria-label={label} value={value} onChange={(event) => onPick(event.target.value)}>
    <option value="" disabled>
      {placeholder}
    </option>
    {children}
  </select>
);

type ClinicStepProps = {
  clinics: readonly PublicClinic[];
  clinic: PublicClinic | undefined;
  onPick: (id: string) => void;
};

/** Choice of the clinic; plain text if there is only one. */
export const ClinicStep = ({ clinics, clinic, onPick }: ClinicStepProps) => {
  const { t } = useTranslation('booking');
  return (
    <Step title={t(($) => $.clinic.step)}>
      {clinics.length > 1 ? (
        <PickOne
          label={t(($) => $.clinic.step)}
          placeholder={t(($) => $.clinic.choose)}
          value={clinic?.id}
          onPick={onPick}
        >
          {clinics.map(({ id, name, city }) => (
            <option key={id} value={id}>
              {name}, {city}
            </option>
          ))}
        </PickOne>
      ) : (
        <p className={style.only}>{clinic?.name}</p>
      )}
      {clinic && (
        <address>
          {clinic.address}, {clinic.postal_code} {clinic.city}
          <p className={style.reached}>
            <a href={directionsTo(clinic)} target="_blank" rel="noreferrer">
              {t(($) => $.clinic.directions)}
            </a>
            {(clinic.phone || clinic.email) && (
              <span>
                <Contact {...clinic} />
              </span>
            )}
          </p>
        </address>
      )}
    </Step>
  );
};

type ServiceStepProps = {
  clinic: PublicClinic;
  services: readonly Service[];
  service: Service | undefined;
  onPick: (id: string) => void;
};

/** Choice of the service, grouped by specialization, with duration and price. */
export const ServiceStep = ({ clinic, services, service, onPick }: ServiceStepProps) => {
  const { t, i18n } = useTranslation('booking');
  const language = currentLanguage(i18n);
  const detail = (item: Service) => {
    const { duration, price } = termsOf(item);
    const minutes = duration.from === duration.to ? duration.from : `${duration.from}–${duration.to}`;
    return `${t(($) => $.service.minutes, { minutes })} · ${priceRange(price, language)}`;
  };
  const groups = bySpecialization(services, (item) => item[`specialization_${language}`]);
  if (services.length === 0) {
    return (
      <Panel kind="empty">
        <p>{t(($) => $.service.none)}</p>
        <FallbackContact clinics={[clinic]} />
      </Panel>
    );
  }
  return (
    <Step title={t(($) => $.service.step)}>
      {services.length > 1 ? (
        <PickOne
          label={t(($) => $.service.step)}
          placeholder={t(($) => $.service.choose)}
          value={service?.id}
          onPick={onPick}
        >
          {groups.map(([name, items]) => (
            <optgroup key={name} label={name}>
              {items.map((item) => (
                <option key={item.id} value={item.id}>
                  {item.serviceName} · {detail(item)}
                </option>
              ))}
            </optgroup>
          ))}
        </PickOne>
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
