import type { BookingView } from '@visita/contracts/booking/views';
import { Button, Stack } from '@mantine/core';
import { useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { refreshCalendar } from '../../lib/data/calendar.api.ts';
import { visitsPath } from '../../lib/page/paths.ts';
import { FormPanel } from '../../ui/forms/form-panel.tsx';
import { onEnter } from '../../ui/fields/on-enter.ts';
import type { Draft } from '../../ui/forms/use-draft-form.ts';
import { Affected } from './affected.tsx';
import { Missing } from '../../ui/feedback/states.tsx';
import { distinct, type Stretch, useAffected } from './inactivity.api.ts';

/** A saved closing or vacation with the bookings during it; the label names one of several. */
export type Planned = { id: string; label: string | null; affected: readonly BookingView[] };

/** Links to the lists of visits of saved closings or vacations. */
const Lists = ({ planned }: { planned: readonly Planned[] }) => {
  const { t } = useTranslation('inactivity');
  const concerned = planned.filter(({ affected }) => affected.length > 0);
  return concerned.map(({ id, label }) => (
    <Button key={id} component={Link} to={visitsPath({ of: id })}>
      {[t(($) => $.visits.workThrough), ...(concerned.length > 1 && label ? [label] : [])].join(' · ')}
    </Button>
  ));
};

type Props = {
  title: string;
  /** Saves the periods; null while something is missing. */
  send: (() => Promise<readonly Planned[]>) | null;
  /** Periods whose bookings are shown before they are saved. */
  stretches: readonly Stretch[];
  draft: Draft;
  onClose: () => void;
  children: ReactNode;
};

/** Panel of a new closing or vacation, with the affected bookings. */
export const PeriodPanel = ({ title, send, stretches, draft, onClose, children }: Props) => {
  const { t } = useTranslation('inactivity');
  const [planned, setPlanned] = useState<readonly Planned[]>([]);
  const affected = distinct(planned.flatMap((one) => one.affected));
  const foreseen = useAffected(stretches);
  const visits = foreseen.data ?? [];
  const list = useRef<HTMLDivElement>(null);
  // Enter shows the visits; only the button saves over them.
  const showFirst = visits.length > 0 ? onEnter(() => list.current?.focus()) : undefined;
  const save = async () => {
    try {
      const saved = (await send?.()) ?? [];
      setPlanned(saved);
      return saved.some((one) => one.affected.length > 0) ? 'stay' : undefined;
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
      result={
        affected.length > 0 && (
          <Stack gap="lg">
            <Lists planned={planned} />
            <Affected bookings={affected} />
          </Stack>
        )
      }
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
