import type { Pro } from '@visita/contracts/pro/views';
import { Stack, Textarea } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useProNames } from '../../lib/data/use-pro-names.ts';
import type { NewBookingStart } from '../../lib/state/booking.atoms.ts';
import { MailLanguageField } from '../../ui/fields/mail-language-field.tsx';
import { ServiceFields } from '../../ui/fields/service-fields.tsx';
import { useNextFocus } from '../../ui/fields/use-next-focus.ts';
import { FormPanel } from '../../ui/forms/form-panel.tsx';
import { BlockInstead } from './block-instead.tsx';
import { DraftOffer } from './draft-offer.tsx';
import { isMailed, responsibleFor, useContacts } from './patient-contacts.ts';
import { PatientFields } from './patient-fields.tsx';
import { useNewBooking } from './use-new-booking.ts';
import { useMissing } from './use-remarks.ts';
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

type Props = { pro: Pro; start: NewBookingStart; onClose: () => void };

/** Panel to place a booking for a patient. */
export const NewBookingPanel = ({ pro, start, onClose }: Props) => {
  const { t } = useTranslation('appointment');
  const { name, form, draft: kept, choices, anyway, placed, patientProps, send } = useNewBooking(pro, start);
  const { values } = form;
  const { when, draft, basis } = values;
  const { patient } = basis;
  const contacts = useContacts(pro, draft);
  const missing = useMissing(values, choices);
  const named = useProNames(pro);
  const proId = choices.hub?.proId ?? start.proId;
  useNextFocus(send !== null, () => document.querySelector<HTMLElement>(sending));
  useFocusAgain(start);
  return (
    <FormPanel
      title={t(($) => $.title)}
      submit={anyway ? t(($) => $.anyway) : t(($) => $.save)}
      send={send}
      draft={kept}
      missing={missing}
      failed="bookingFailed"
      done={draft && !isMailed(draft, contacts) ? 'bookingPlacedUnmailed' : 'bookingPlaced'}
      about={choices.hub ? named.ofHub(choices.hub.id) : null}
      onClose={onClose}
      beside
    >
      <Stack gap="xl">
        {!patient && !kept.kept && <DraftOffer pro={pro} name={name} />}
        {!patient && <BlockInstead when={when} minutes={start.minutes ?? null} proId={proId ?? null} />}
        <PatientFields pro={pro} patient={draft} {...patientProps} />
        <ServiceFields choices={choices} onChange={(chosen) => form.setValues({ choice: chosen })} />
        <WhenPart pro={pro} form={form} choices={choices} placed={placed} />
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
