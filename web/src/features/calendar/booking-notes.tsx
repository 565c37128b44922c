import type { BookingView } from '@visita/contracts/booking/views';
import { Button, Stack, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/client.ts';
import { Form } from '../../ui/form.tsx';
import { KeptDraft } from '../../ui/kept-draft.tsx';
import { useDraftForm } from '../../ui/use-draft-form.ts';
import { useSubmit } from '../../ui/use-submit.ts';
import { patchBooking } from '../../lib/data/calendar.api.ts';

/** The treating professional's notes; to be saved once they differ from what is stored. */
export const BookingNotes = ({ booking }: { booking: BookingView }) => {
  const { t } = useTranslation('calendar');
  // Null shows what is stored, by this form or elsewhere.
  const { form, draft } = useDraftForm(`notes ${booking.id}`, { notes: null as string | null });
  const { sending, submit } = useSubmit({ failed: 'notesFailed', done: 'notesSaved' });
  const text = form.values.notes ?? booking.pro_notes;

  const save = () =>
    submit(async () => {
      const notes = text.trim();
      await call('editBookingNotes', { params: { id: booking.id }, body: { pro_notes: notes } });
      await patchBooking(booking.id, { pro_notes: notes });
      // Unless more was written meanwhile.
      if (form.getValues().notes === form.values.notes) draft.discard();
    });

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
          onChange={(event) => form.setValues({ notes: event.currentTarget.value })}
        />
        <Button
          type="submit"
          variant="light"
          loading={sending}
          disabled={text.trim() === booking.pro_notes.trim()}
        >
          {t(($) => $.notes.save)}
        </Button>
      </Stack>
    </Form>
  );
};
