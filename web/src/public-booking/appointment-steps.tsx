import type { DayAvailability } from '@visita/contracts/booking/views';
import type { PublicClinic } from '@visita/contracts/clinic/views';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage, isLanguageChosen } from '../lib/text/i18n.ts';
import style from './booking.module.css';
import { ContactForm, type ContactInfo } from './contact-form.tsx';
import { preview, useDayAvailabilities, type BookingAnswer, type BookingRequest, type Load } from './data.ts';
import { addDays, longDay } from '../lib/time/wall-clock.ts';
import { todayIn, type Day } from './days.ts';
import { Dialog } from './dialog.tsx';
import { LookAgain } from './look-again.tsx';
import { MonthGrid, monthHeight } from './month-grid.tsx';
import {
  anyone,
  daysOfOthers,
  freeDays,
  offerOfAnyone,
  offersOn,
  pickedOrOnly,
  type Offer,
  type Selection,
  type Service,
} from './offers.ts';
import { Banner, LoadedData, Panel, Step } from './parts.tsx';
import { ProfessionalStep, TimeStep, useTerms } from './time-steps.tsx';
import { useBooking } from './use-booking.ts';
import { WaitingButton } from './waiting-button.tsx';

type Given = { days: readonly DayAvailability[]; service: Service; selection: Selection };

/** Returns the day's offers, and the picked offer and time if they are still available. */
const resolve = ({ days, service, selection }: Given, ownHubId: string | undefined) => {
  const offers = selection.day === undefined ? [] : offersOn(days, service.id, selection.day);
  const { hubId: picked, time: pickedTime } = selection;
  const offer =
    (picked === anyone ? offerOfAnyone(offers, { time: pickedTime, ownHubId }) : undefined) ??
    pickedOrOnly(offers, ({ hubId }) => hubId, picked) ??
    offers.find(({ hubId }) => hubId === ownHubId);
  const time = offer?.availabilities.find((free) => free === selection.time);
  return { offers, offer, time };
};

type AppointmentStepsProps = {
  clinic: PublicClinic;
  service: Service;
  selection: Selection;
  onPick: (step: keyof Selection, value: string) => void;
  /** The page's own professional at this clinic, preferred if several are free. */
  ownHubId: string | undefined;
  /** The page's own professional, if they offer the service. */
  own: { id: string; name: string } | undefined;
  horizon: number;
  /** Whether the page's professional sends texts. */
  texts: boolean;
  now: () => Date;
  onBooked: (answer: BookingAnswer, request: BookingRequest) => void;
};

/** Days for which a visitor may wait. */
const waitingDays = 90;

type DayStepProps = Pick<
  AppointmentStepsProps,
  'clinic' | 'service' | 'selection' | 'onPick' | 'horizon' | 'ownHubId' | 'own'
> & {
  days: Load<DayAvailability[]>;
  today: Day;
};

const DayStep = (props: DayStepProps) => {
  const { clinic, service, selection, onPick, horizon, ownHubId, own, days, today } = props;
  const { t } = useTranslation('booking');
  const grid = (free: ReadonlyMap<Day, number>, others: ReadonlySet<Day>) =>
    free.size === 0 ? (
      <Panel kind="empty">
        <p>{t(($) => $.day.none, { days: horizon })}</p>
        <LookAgain full {...{ today, horizon }} />
      </Panel>
    ) : (
      <MonthGrid
        key={`${clinic.id} ${service.id}`}
        free={free}
        today={today}
        last={addDays(today, horizon)}
        selected={selection.day}
        onPick={(day) => onPick('day', day)}
        others={others}
        horizon={horizon}
      />
    );
  return (
    <Step title={t(($) => $.day.step)} reveal={selection.serviceId !== undefined}>
      <LoadedData loads={{ days }} height={monthHeight(today)}>
        {({ days: loaded }) => {
          const free = freeDays(loaded, service.id, today);
          const asked = { days: loaded, serviceId: service.id };
          return (
            <>
              {grid(free, ownHubId === undefined ? new Set() : daysOfOthers(free, { ...asked, ownHubId }))}
              <WaitingButton
                clinicId={clinic.id}
                clinicServiceId={service.id}
                own={own}
                several={service.several_professionals === true}
                country={clinic.country}
                today={today}
                last={addDays(today, waitingDays)}
              />
            </>
          );
        }}
      </LoadedData>
    </Step>
  );
};

/** Summary of the appointment to book; empty if the time is no longer free. */
const Summary = ({ service, offer, day, time }: { service: Service } & Partial<Picked>) => {
  const { t, i18n } = useTranslation('booking');
  const terms = useTerms(service);
  if (day === undefined || time === undefined) return null;
  return (
    <p className={style.summary}>
      <b>{service.serviceName}</b>
      <span>{t(($) => $.time.chosen, { day: longDay(day, currentLanguage(i18n)), time })}</span>
      <span>{offer && [offer.professional, ...terms(offer)].join(' · ')}</span>
    </p>
  );
};

type Picked = { offer: Offer | undefined; day: Day | undefined; time: string | undefined };

/** Steps that need availabilities: day, professional, time and contact. */
export const AppointmentSteps = (props: AppointmentStepsProps) => {
  const { clinic, service, selection, onPick, now, onBooked, ownHubId, texts } = props;
  const { t, i18n } = useTranslation('booking');
  const [formOpen, setFormOpen] = useState(false);
  const days = useDayAvailabilities(clinic.id, { clinicServiceId: service.id });
  const { offers, offer, time } = resolve({ days: days.data ?? [], service, selection }, ownHubId);
  const { day } = selection;
  const end = () => {
    setFormOpen(false);
    void days.mutate();
  };
  const booking = useBooking({
    onBooked: (...booked) => {
      onBooked(...booked);
      end();
    },
    onTaken: () => {
      // Picking the professional again clears the time.
      if (offer) onPick('hubId', selection.hubId ?? offer.hubId);
      end();
    },
  });
  const pickTime = (picked: string) => {
    onPick('time', picked);
    setFormOpen(true);
  };
  const send = (contactInfo: ContactInfo, code: string) => {
    if (!offer || time === undefined || preview) return;
    const date = `${day}T${time}`;
    const language = currentLanguage(i18n);
    void booking.send({
      clinicId: clinic.id,
      serviceHubId: offer.hubServiceId,
      date,
      contactInfo,
      language,
      ...(isLanguageChosen() ? { languageChosen: true } : {}),
      ...(code === '' ? {} : { code }),
    });
  };
  const banner = booking.failure && (
    <Banner key={booking.failure} onEnd={booking.clearFailure}>
      {t(($) => $.error[booking.failure ?? 'send'])}
    </Banner>
  );
  return (
    <>
      <DayStep {...props} days={days} today={todayIn(clinic.timezone, now())} />
      {!formOpen && banner}
      {offers.length > 0 && (
        <ProfessionalStep
          service={service}
          offers={offers}
          chosen={selection.hubId === anyone ? anyone : offer?.hubId}
          onPick={onPick}
        />
      )}
      {offer && day !== undefined && (
        <TimeStep
          times={offer.availabilities}
          timezone={clinic.timezone}
          day={day}
          time={time}
          onTime={pickTime}
        >
          <button type="button" className="primary" onClick={() => setFormOpen(true)}>
            {t(($) => $.time.continue)}
          </button>
        </TimeStep>
      )}
      <Dialog
        open={formOpen && time !== undefined}
        title={t(($) => $.form.title)}
        locked={booking.sending}
        onClose={() => setFormOpen(false)}
      >
        <Summary service={service} offer={offer} day={day} time={time} />
        {formOpen && banner}
        <ContactForm
          country={clinic.country}
          texts={texts}
          codeAsked={booking.codeAsked}
          sending={booking.sending}
          onSend={send}
        />
      </Dialog>
    </>
  );
};
