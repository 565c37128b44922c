import type { BookingView } from '@visita/contracts/booking/views';
import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/client.ts';
import { useToasts } from '../../ui/toast.tsx';
import { patchBooking } from '../../lib/data/calendar.api.ts';
import classes from './calendar.module.css';

/** The treating professional's notes; to be saved once they differ from what is stored. */
export const BookingNotes = ({ booking }: { booking: BookingView }) => {
  const { t } = useTranslation('calendar');
  const toasts = useToasts();
  // Null shows what is stored, whoever stored it.
  const [draft, setDraft] = useState<string | null>(null);
  const [sending, setSending] = useState(false);
  const text = draft ?? booking.pro_notes;

  const save = async () => {
    setSending(true);
    try {
      const notes = text.trim();
      await call('editBookingNotes', { params: { id: booking.id }, body: { pro_notes: notes } });
      await patchBooking(booking.id, { pro_notes: notes });
      // Unless more was written meanwhile.
      setDraft((latest) => (latest === draft ? null : latest));
      toasts.done(
        t(($) => $.notes.done),
        5,
      );
    } catch (error) {
      toasts.failed(
        error,
        t(($) => $.notes.errorMessage),
        5,
      );
    }
    setSending(false);
  };

  return (
    <form
      className={classes['notes']}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Textarea
        label={t(($) => $.details.proNotes)}
        description={t(($) => $.notes.hint)}
        rows={4}
        maxLength={4000}
        value={text}
        onChange={(event) => setDraft(event.currentTarget.value)}
      />
      <Button
        type="submit"
        variant="light"
        loading={sending}
        disabled={text.trim() === booking.pro_notes.trim()}
      >
        {t(($) => $.notes.save)}
      </Button>
    </form>
  );
};
