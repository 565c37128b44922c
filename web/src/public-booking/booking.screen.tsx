import type { PublicClinic } from '@visita/contracts/clinic/views';
import { spokenBy } from '@visita/contracts/pro/spoken';
import type { PublicPro } from '@visita/contracts/pro/views';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../lib/text/i18n.ts';
import { AppointmentSteps } from './appointment-steps.tsx';
import { FallbackContact } from './contact.tsx';
import style from './booking.module.css';
import { type OwnHub, useClinics, useHubs, useOptions, usePro } from './data.ts';
import { ClinicStep, ServiceStep } from './first-steps.tsx';
import { languageList } from './format.ts';
import { pick, pickedOrOnly, type Selection } from './offers.ts';
import { LoadedData, Panel } from './parts.tsx';
import { SuccessDialog, type Booked } from './success-dialog.tsx';

type BookingCardProps = {
  clinics: readonly PublicClinic[];
  closed: readonly PublicClinic[];
  own: { id: string; name: string };
  hubs: readonly OwnHub[];
  horizon: number;
  texts: boolean;
  now: () => Date;
  onBooked: (booked: Booked) => void;
};

/** Returns the service named in the address of an invitation, and its clinic. */
const invitedTo = (): Selection => {
  const serviceId = new URLSearchParams(location.search).get('service');
  return serviceId === null ? {} : { clinicId: serviceId.split('.')[0], serviceId };
};

const BookingCard = (props: BookingCardProps) => {
  const { clinics, closed, own, hubs, horizon, texts, now, onBooked } = props;
  const { t } = useTranslation('booking');
  const [selection, setSelection] = useState(invitedTo);
  const onPick = (step: keyof Selection, value: string) =>
    setSelection((before) => pick(before, step, value));
  const clinic = pickedOrOnly(clinics, ({ id }) => id, selection.clinicId);
  const services = clinic?.clinic_services.filter(({ activated }) => activated) ?? [];
  const service = pickedOrOnly(services, ({ id }) => id, selection.serviceId);
  const hub = hubs.find(({ clinicId }) => clinicId === clinic?.id);
  const offers = hub?.services.some(({ clinicServiceId }) => clinicServiceId === service?.id);
  if (clinics.length === 0) {
    return (
      <Panel kind="empty" title={t(($) => $.clinic.none)}>
        <p>{t(($) => $.clinic.noneHint)}</p>
        <FallbackContact clinics={closed} />
      </Panel>
    );
  }
  return (
    <div className={style.card}>
      <ClinicStep clinics={clinics} clinic={clinic} onPick={(id) => onPick('clinicId', id)} />
      {clinic && (
        <ServiceStep
          clinic={clinic}
          services={services}
          service={service}
          onPick={(id) => onPick('serviceId', id)}
        />
      )}
      {clinic && service && (
        <AppointmentSteps
          clinic={clinic}
          service={service}
          selection={selection}
          onPick={onPick}
          ownHubId={hub?.id}
          own={offers ? own : undefined}
          horizon={horizon}
          texts={texts}
          now={now}
          onBooked={(answer, request) => onBooked({ answer, request, timezone: clinic.timezone })}
        />
      )}
    </div>
  );
};

/** Milliseconds before language names are formatted, and placeholder text that reserves their space. */
const [namesDelay, placeholderName] = [200, 'italiano,'];

/** Languages that the professional speaks with patients. */
const Spoken = ({ codes }: { codes: readonly string[] }) => {
  const { t, i18n } = useTranslation('booking');
  const language = currentLanguage(i18n);
  const [said, setSaid] = useState<string | null>(null);
  // Formatting language names loads locale data, 250 ms on a slow phone, so it waits until after the first
  // paint.
  useEffect(() => {
    const timer = setTimeout(() => setSaid(languageList(codes, language)), namesDelay);
    return () => clearTimeout(timer);
  }, [codes, language]);
  const languages = said ?? codes.map(() => placeholderName).join(' ');
  return (
    <p className={style.spoken} style={said === null ? { visibility: 'hidden' } : undefined}>
      {t(($) => $.spoken, { languages })}
    </p>
  );
};

type Named = Exclude<PublicPro['title'], 'none' | null>;

const ProBooking = ({ pro, now }: { pro: PublicPro; now: () => Date }) => {
  const { t } = useTranslation('booking');
  const loads = { clinics: useClinics(pro.id), hubs: useHubs(pro.id), options: useOptions(pro.id) };
  const [booked, setBooked] = useState<Booked | null>(null);
  // Number of bookings made on this page; as the card's key it resets the form.
  const [round, setRound] = useState(0);
  const startAgain = () => {
    setBooked(null);
    setRound(round + 1);
    scrollTo({ top: 0 });
    void loads.clinics.mutate();
  };
  // The element focused before the dialog is gone, so keyboard users continue at the top of the page.
  useEffect(() => {
    if (round > 0) document.querySelector('main')?.focus({ preventScroll: true });
  }, [round]);
  const name = [pro.name, pro.lastname].filter(Boolean).join(' ');
  useEffect(() => {
    document.title = `${t(($) => $.title, { name: name || pro.username })} · ${t(($) => $.brand)}`;
  });
  return (
    <>
      <div className={style.heading}>
        {name && (
          <p className={style.name}>
            {name}
            {pro.title && pro.title !== 'none' && <small>{t(($) => $.titles[pro.title as Named])}</small>}
          </p>
        )}
        <h1>{pro.username.toUpperCase()}</h1>
        <p>{name ? t(($) => $.title, { name }) : t(($) => $.heading)}</p>
      </div>
      <p role="status" className={style.notice}>
        {round > 0 && t(($) => $.success.notice)}
      </p>
      <LoadedData loads={loads} height="card">
        {({ clinics, hubs, options }) => (
          <>
            {spokenBy(options).length > 0 && <Spoken codes={spokenBy(options)} />}
            <BookingCard
              key={round}
              clinics={clinics.filter(({ online_booking }) => online_booking)}
              closed={clinics.filter(({ online_booking }) => !online_booking)}
              own={{ id: pro.id, name: name || pro.username }}
              hubs={hubs}
              horizon={options.calendarAvailabilityLimit}
              texts={'texts' in options}
              now={now}
              onBooked={setBooked}
            />
          </>
        )}
      </LoadedData>
      {booked && (
        <SuccessDialog key={booked.answer.id} booked={booked} onBooked={setBooked} onClose={startAgain} />
      )}
    </>
  );
};

export const BookingScreen = ({ slug, now }: { slug: string; now: () => Date }) => {
  const { t } = useTranslation('booking');
  const pro = usePro(slug);
  if (pro.error?.status === 404) {
    return (
      <Panel kind="empty" title={t(($) => $.notFound.title)}>
        <p>{t(($) => $.notFound.text)}</p>
        <FallbackContact />
      </Panel>
    );
  }
  return (
    <LoadedData loads={{ pro }} height="card">
      {({ pro: loaded }) => <ProBooking pro={loaded} now={now} />}
    </LoadedData>
  );
};
