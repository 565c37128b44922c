import type { Pro } from '@visita/contracts/pro/views';
import type { HubView } from '@visita/contracts/clinic/views';
import { Stack, Textarea } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useCalendarAt } from '../../lib/hooks/use-calendar-at.ts';
import { useProNames } from '../../lib/data/use-pro-names.ts';
import type { NewBookingStart } from '../../lib/state/booking.atoms.ts';
import { useDaysInSight } from '../../lib/time/use-shown-day.ts';
import { shortWhen } from '../../lib/text/written-when.ts';
import { MailLanguageField } from '../../ui/fields/mail-language-field.tsx';
import { ServiceFields } from '../../ui/fields/service-fields.tsx';
import { useNextFocus } from '../../ui/fields/use-next-focus.ts';
import { FormPanel } from '../../ui/forms/form-panel.tsx';
import { BlockInstead } from './block-instead.tsx';
import { DraftOffer } from './draft-offer.tsx';
import { isMailed, responsibleFor, useContacts } from './patient-contacts.ts';
import { PatientFields } from './patient-fields.tsx';
import { bookedCount, undecided } from '../../ui/series/decisions.ts';
import { RepeatPart } from './repeat/repeat-part.tsx';
import { SeriesProgress } from './repeat/series-progress.tsx';
import type { Series } from './repeat/use-series.ts';
import { useNewBooking, type Values } from './use-new-booking.ts';
import { useMissing } from './use-remarks.ts';
import { WaitingHere } from './waiting-here.tsx';
import { WhenPart } from './when-part.tsx';

const sending = '[role="dialog"] button[type="submit"]:not([disabled])';

/** Takes the focus back after a press on a slot: to sending, or else to the search. */
const useFocusAgain = (start: NewBookingStart): void => {
  const [opened] = useState(start);
  useEffect(() => {
    if (start === opened) return undefined;
    // The button is enabled once the form has the time.
    const timer = setTimeout(() => {
      const search = '[role="dialog"] [data-autofocus]';
      const next =
        document.querySelector<HTMLElement>(sending) ?? document.querySelector<HTMLElement>(search);
      next?.focus();
    });
    return () => clearTimeout(timer);
  }, [start, opened]);
};

/** Texts of the form: those of a series, or of a single visit. */
const useTexts = ({ repeat }: Values, { visits }: Series, mailed: boolean) => {
  const { t } = useTranslation(['appointment', 'series']);
  if (!repeat) {
    const done = mailed ? ('bookingPlaced' as const) : ('bookingPlacedUnmailed' as const);
    return { submit: t(($) => $.save), failed: 'bookingFailed', done } as const;
  }
  const done = mailed ? ('seriesPlanned' as const) : ('seriesPlannedUnmailed' as const);
  const submit = t(($) => $.series.save, { count: visits ? bookedCount([...visits]) : 0 });
  return { submit, failed: 'seriesFailed', done } as const;
};

/** Returns the line of the success message, and the way to the booking if its day is out of sight. */
const useDone = (pro: Pro, { when, draft, repeat }: Values, hub: HubView | undefined) => {
  const { i18n } = useTranslation();
  const navigate = useNavigate();
  const calendarAt = useCalendarAt();
  const sight = useDaysInSight();
  const name = useProNames(pro).ofHub(hub?.id ?? '');
  const { day, time } = when;
  if (repeat || day === null) return { about: name };
  const about = [draft?.name, shortWhen(`${day}T${time}`, i18n), name].filter(Boolean).join(', ');
  const isSeen = sight !== null && sight.from <= day && day < sight.to;
  const show = { of: about, act: () => void navigate(calendarAt(day)), called: 'showDay' } as const;
  return { about, next: isSeen ? undefined : show };
};

type Props = { pro: Pro; start: NewBookingStart; onClose: () => void };

/** Panel to place a booking for a patient. */
export const NewBookingPanel = ({ pro, start, onClose }: Props) => {
  const { t } = useTranslation(['appointment', 'series']);
  const booking = useNewBooking(pro, start);
  const { name, form, draft: kept, choices, noneFree, anyway, placed, series, patientProps, send } = booking;
  const { values } = form;
  const { when, draft, basis } = values;
  const { patient } = basis;
  const contacts = useContacts(pro, draft);
  const mailed = draft === null || isMailed(draft, contacts);
  const { submit, ...said } = useTexts(values, series, mailed);
  const open = values.repeat && series.visits ? undecided([...series.visits]) : 0;
  const unfilled = useMissing(values, choices, noneFree);
  const missing = unfilled ?? (open > 0 ? t(($) => $.series.toDecide, { count: open }) : null);
  const done = useDone(pro, values, choices.hub);
  const proId = choices.hub?.proId ?? start.proId;
  useNextFocus(send !== null, () => document.querySelector<HTMLElement>(sending));
  useFocusAgain(start);
  return (
    <FormPanel
      title={t(($) => $.title)}
      submit={anyway && !values.repeat ? t(($) => $.anyway) : submit}
      send={send}
      draft={kept}
      missing={missing}
      {...said}
      result={series.seriesId && <SeriesProgress id={series.seriesId} />}
      {...done}
      onClose={onClose}
      beside
    >
      <Stack gap="xl">
        {!patient && !kept.kept && <DraftOffer pro={pro} name={name} />}
        {!patient && <BlockInstead when={when} minutes={start.minutes ?? null} proId={proId ?? null} />}
        <PatientFields pro={pro} patient={draft} {...patientProps} />
        <ServiceFields choices={choices} onChange={(chosen) => form.setValues({ choice: chosen })} />
        <WhenPart pro={pro} form={form} choices={choices} noneFree={noneFree} placed={placed} />
        <RepeatPart
          repeat={values.repeat}
          when={when}
          series={series}
          onChange={(repeat) => form.setValues({ repeat })}
        />
        {!patient && <WaitingHere choices={choices} when={when} onDone={onClose} />}
        <Textarea
          label={t(($) => $.proNotes)}
          description={t(($) => $.proNotesHint)}
          rows={3}
          maxLength={4000}
          {...form.getInputProps('proNotes')}
        />
        {draft && isMailed(draft, contacts) && (
          <MailLanguageField
            pro={pro}
            value={draft.chosen ?? (responsibleFor(draft, contacts) ?? draft).language}
            onChange={(chosen) => form.setValues({ draft: { ...draft, chosen } })}
          />
        )}
      </Stack>
    </FormPanel>
  );
};
