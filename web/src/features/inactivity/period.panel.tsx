import type { BookingView } from '@visita/contracts/booking/views';
import { Button, Stack } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { SidePanel } from '../../ui/side-panel.tsx';
import { useToasts } from '../../ui/toast.tsx';
import { useFading } from '../../ui/use-fading.ts';
import { refreshCalendar } from '../../lib/data/calendar.api.ts';
import { Affected } from './affected.tsx';
import { distinct } from './inactivity.api.ts';

const formId = 'period';

type Props = {
  title: string;
  /** Sends the period, and answers with the bookings that lie in it; null while it may not be sent. */
  send: (() => Promise<readonly BookingView[]>) | null;
  onClose: () => void;
  children: ReactNode;
};

/** The panel of a new closing or vacation; it shows the bookings concerned before it goes. */
export const PeriodPanel = ({ title, send, onClose, children }: Props) => {
  const { t } = useTranslation(['inactivity', 'common']);
  const toasts = useToasts();
  const fading = useFading(onClose);
  const [sending, setSending] = useState(false);
  const [affected, setAffected] = useState<readonly BookingView[]>([]);

  const save = async () => {
    if (!send) return;
    setSending(true);
    try {
      const concerned = distinct(await send());
      toasts.done(
        t(($) => $.done),
        5,
      );
      if (concerned.length > 0) {
        setAffected(concerned);
        setSending(false);
      } else fading.close();
    } catch (error) {
      toasts.failed(
        error,
        t(($) => $.errorMessage),
        5,
      );
      setSending(false);
    }
    await refreshCalendar();
  };

  const done = affected.length > 0;
  return (
    <SidePanel
      opened={fading.opened}
      onClose={fading.close}
      onExitTransitionEnd={fading.onExitTransitionEnd}
      title={title}
      footer={
        done ? (
          <Button onClick={fading.close}>{t(($) => $.common.actions.close)}</Button>
        ) : (
          <Button type="submit" form={formId} loading={sending} disabled={!send}>
            {t(($) => $.save)}
          </Button>
        )
      }
    >
      {done ? (
        <Stack>
          <Affected bookings={affected} />
        </Stack>
      ) : (
        <form
          id={formId}
          onSubmit={(event) => {
            event.preventDefault();
            void save();
          }}
        >
          <Stack gap="lg">{children}</Stack>
        </form>
      )}
    </SidePanel>
  );
};
