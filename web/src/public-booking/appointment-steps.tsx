import type { DayAvailability } from '@visita/contracts/booking/views';
import type { PublicClinic } from '@visita/contracts/clinic/views';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../lib/i18n.ts';
import style from './booking.module.css';
import { ContactForm } from './contact-form.tsx';
import { useDayAvailabilities, type BookingAnswer } from './data.ts';
import { addDays, todayIn } from './days.ts';
import { Dialog } from './dialog.tsx';
import { longDay } from './format.ts';
import { MonthGrid, monthHeight } from './month-grid.tsx';
import { freeDays, offersOn, pickedOrOnly, type Selection, type Service } from './offers.ts';
import { Banner, LoadedData, Panel, Step } from './parts.tsx';
import { ProfessionalStep, TimeStep } from './time-steps.tsx';
import { useBooking } from './use-booking.ts';

type Picker = { selection: Selection; onPick: (step: keyof Selection, value: string) => void };

/** What is picked and still there: availabilities may have been refreshed since. */
const resolve = (
  days: readonly DayAvailability[],
  service: Service,
  selection: Selection,
  ownHubId?: string,
) => {
  const offers = selection.day === undefined ? [] : offersOn(days, service.id, selection.day);
  const offer =
    pickedOrOnly(offers, ({ hubId }) => hubId, selection.hubId) ??
    offers.find(({ hubId }) => hubId === ownHubId);
  const time = offer?.availabilities.find((free) => free === selection.time);
  return { offers, offer, time };
};

type AppointmentStepsProps = Picker & {
  clinic: PublicClinic;
  service: Service;
  /** The page's own pro at this clinic, preferred where several are free. */
  ownHubId: string | undefined;
  /** Days ahead that can be booked. */
  horizon: number;
  now: () => Date;
  onBooked: (answer: BookingAnswer) => void;
};

/** Day, professional, time and contact: the steps that need to know what is free. */
export const AppointmentSteps = (props: AppointmentStepsProps) => {
  const { clinic, service, selection, onPick, horizon, now, onBooked, ownHubId } = props;
  const { t, i18n } = useTranslation('booking');
  const [formOpen, setFormOpen] = useState(false);
  const days = useDayAvailabilities(clinic.id);
  const booking = useBooking({
    onBooked: (answer) => {
      setFormOpen(false);
      onBooked(answer);
      void days.mutate();
    },
    onTaken: () => {
      setFormOpen(false);
      // Picking the professional again lets go of the time.
      if (offer) onPick('hubId', offer.hubId);
      void days.mutate();
    },
  });
  const { offers, offer, time } = resolve(days.data ?? [], service, selection, ownHubId);
  const today = todayIn(clinic.timezone, now());
  const banner = booking.failure && (
    <Banner key={booking.failure} onEnd={booking.clearFailure}>
      {t(($) => $.error[booking.failure ?? 'send'])}
    </Banner>
  );
  return (
    <>
      <Step title={t(($) => $.day.step)} reveal={selection.serviceId !== undefined}>
        <LoadedData loads={{ days }} height={monthHeight(today)}>
          {({ days: loaded }) => {
            const free = freeDays(loaded, service.id, today);
            if (free.size === 0) {
              return (
                <Panel kind="empty">
                  <p>{t(($) => $.day.none, { days: horizon })}</p>
                </Panel>
              );
            }
            return (
              <MonthGrid
                key={`${clinic.id} ${service.id}`}
                free={free}
                today={today}
                last={addDays(today, horizon)}
                selected={selection.day}
                onPick={(day) => onPick('day', day)}
              />
            );
          }}
        </LoadedData>
      </Step>
      {!formOpen && banner}
      {offers.length > 0 && <ProfessionalStep offers={offers} chosen={offer} onPick={onPick} />}
      {offer && selection.day !== undefined && (
        <TimeStep
          offer={offer}
          clinic={clinic}
          day={selection.day}
          time={time}
          onTime={(picked) => {
            onPick('time', picked);
            setFormOpen(true);
          }}
        />
      )}
      <Dialog
        open={formOpen && time !== undefined}
        title={t(($) => $.form.title)}
        locked={booking.sending}
        onClose={() => setFormOpen(false)}
      >
        {selection.day !== undefined && time !== undefined && (
          <p className={style.summary}>
            <b>{service.serviceName}</b>
            <span>
              {t(($) => $.time.chosen, { day: longDay(selection.day, currentLanguage(i18n)), time })}
            </span>
            <span>{offer?.professional}</span>
          </p>
        )}
        {formOpen && banner}
        <ContactForm
          country={clinic.country}
          sending={booking.sending}
          onSend={(contactInfo) => {
            if (!offer || time === undefined || selection.day === undefined) return;
            void booking.send({
              clinicId: clinic.id,
              serviceHubId: offer.hubServiceId,
              date: `${selection.day}T${time}`,
              contactInfo,
              language: currentLanguage(i18n),
            });
          }}
        />
      </Dialog>
    </>
  );
};
