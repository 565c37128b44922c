import type { BookingView } from '@visita/contracts/booking/views';
import { Stack } from '@mantine/core';
import { useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { refreshCalendar } from '../../lib/data/calendar.api.ts';
import { FormPanel } from '../../ui/forms/form-panel.tsx';
import { onEnter } from '../../ui/fields/on-enter.ts';
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
  const visits = foreseen.data ?? [];
  const list = useRef<HTMLDivElement>(null);
  // Enter shows the visits; only the button saves over them.
  const showFirst = visits.length > 0 ? onEnter(() => list.current?.focus()) : undefined;
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
      send={send && foreseen.data && !foreseen.isValidating ? save : null}
      failed="periodFailed"
      done="periodPlanned"
      draft={draft}
      onClose={onClose}
      result={affected.length > 0 && <Affected bookings={affected} />}
    >
      <Stack gap="lg" onKeyDown={showFirst}>
        {children}
        <Missing load={{ ...foreseen, at: null }} text={t(($) => $.affected.failed)} />
        {visits.length > 0 && (
          <Stack gap="lg" ref={list} tabIndex={-1}>
            <Affected bookings={visits} foreseen />
          </Stack>
        )}
      </Stack>
    </FormPanel>
  );
};
