import type { BookingView } from '@visita/contracts/booking/views';
import type { Current } from '@visita/contracts/problem';
import { Button, Stack, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { saveOver } from '../../../lib/booking/clash.ts';
import { Form } from '../../../ui/forms/form.tsx';
import { KeptDraft } from '../../../ui/forms/kept-draft.tsx';
import { useDraftForm } from '../../../ui/forms/use-draft-form.ts';
import { unsaved, useSubmit } from '../../../ui/forms/use-submit.ts';
import { patchBooking } from '../../../lib/data/calendar.api.ts';
import { Why } from '../../../ui/forms/why.tsx';

type Draft = { notes: string | null; basis: Current | null };

const storedIn = ({ notes_version: version, pro_notes }: BookingView): Current => ({
  version,
  record: { pro_notes },
});

/** Notes of the treating professional, with a save button once they differ from the stored ones. */
export const BookingNotes = ({ booking }: { booking: BookingView }) => {
  const { t } = useTranslation(['calendar', 'common']);
  // Null shows the stored notes; a draft keeps the version it is based on.
  const { form, draft } = useDraftForm<Draft>(`notes ${booking.id}`, { notes: null, basis: null });
  const { sending, submit } = useSubmit({ failed: 'notesFailed', done: 'notesSaved' });
  const text = form.values.notes ?? booking.pro_notes;

  const save = () =>
    submit(async () => {
      const body = { pro_notes: text.trim() };
      const basis = form.values.basis ?? storedIn(booking);
      const named = { pro_notes: { label: t(($) => $.details.proNotes) } };
      const input = { params: { id: booking.id }, body };
      const saved = await saveOver('editBookingNotes', input, { basis, named });
      await patchBooking(booking.id, {
        pro_notes: String(saved.body['pro_notes']),
        ...(saved.answer && { notes_version: saved.answer.notes_version }),
      });
      // Keeps what was typed while saving.
      if (form.getValues().notes === form.values.notes) draft.discard();
      return saved.answer ?? unsaved;
    });

  const unchanged = text.trim() === booking.pro_notes.trim();
  return (
    <Form onSubmit={save}>
      <Stack className="ruled" gap={10} align="flex-start" mt={24} pt={20}>
        <KeptDraft draft={draft} />
        <Textarea
          w="100%"
          label={t(($) => $.details.proNotes)}
          description={t(($) => $.notes.hint)}
          rows={4}
          maxLength={4000}
          value={text}
          onChange={(event) =>
            form.setValues({
              notes: event.currentTarget.value,
              basis: form.values.basis ?? storedIn(booking),
            })
          }
        />
        <Button type="submit" variant="light" loading={sending} disabled={unchanged}>
          {t(($) => $.notes.save)}
        </Button>
        {unchanged && <Why>{t(($) => $.common.unchanged)}</Why>}
      </Stack>
    </Form>
  );
};
