import type { BookingView } from '@visita/contracts/booking/views';
import { Stack } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { refreshCalendar } from '../../lib/data/calendar.api.ts';
import { FormPanel } from '../../ui/forms/form-panel.tsx';
import type { Draft } from '../../ui/forms/use-draft-form.ts';
import { Affected } from './affected.tsx';
import { Missing } from '../../ui/feedback/states.tsx';
import { distinct, type Stretch, useAffected } from './inactivity.api.ts';

type Props = {
  title: string;
  /** Sends the period and returns the bookings during it; null while it is incomplete. */
  send: (() => Promise<readonly BookingView[]>) | null;
  /** Periods to be saved; their bookings are shown first. */
  stretches: readonly Stretch[];
  draft: Draft;
  onClose: () => void;
  children: ReactNode;
};

/** Panel of a new closing or vacation, with the affected bookings. */
export const PeriodPanel = ({ title, send, stretches, draft, onClose, children }: Props) => {
  const { t } = useTranslation('inactivity');
  const [affected, setAffected] = useState<readonly BookingView[]>([]);
  const foreseen = useAffected(send ? stretches : []);
  const save = async () => {
    try {
      const concerned = distinct((await send?.()) ?? []);
      setAffected(concerned);
      return concerned.length > 0 ? 'stay' : undefined;
    } finally {
      void refreshCalendar();
    }
  };
  return (
    <FormPanel
      title={title}
      submit={t(($) => $.save)}
      send={send && foreseen.data ? save : null}
      failed="periodFailed"
      done="periodPlanned"
      draft={draft}
      onClose={onClose}
      result={affected.length > 0 && <Affected bookings={affected} />}
    >
      <Stack gap="lg">
        {children}
        <Missing load={{ ...foreseen, at: null }} text={t(($) => $.affected.failed)} />
        {foreseen.data && foreseen.data.length > 0 && <Affected bookings={foreseen.data} foreseen />}
      </Stack>
    </FormPanel>
  );
};
