import type { BookingView } from '@visita/contracts/booking/views';
import { useState } from 'react';
import { call } from '../../../lib/api/client.ts';
import { useCall } from '../../../lib/api/use-call.ts';
import { useSubmit } from '../../../ui/forms/use-submit.ts';
import { bookedCount, type Decisions, decisionsOf, undecided } from '../../../ui/series/decisions.ts';
import type { Scope } from './series-scope.tsx';

type Given = {
  readonly booking: BookingView;
  /** New start of the visit; null while nothing is asked. */
  readonly date: string | null;
  readonly onMoved: () => void;
};

/** Moves a visit of a series together with those after it, whose new dates are checked first. */
export const useFollowing = ({ booking, date, onMoved }: Given) => {
  const [scope, setScope] = useState<Scope>('one');
  const [decisions, setDecisions] = useState<Decisions>({});
  const { series, patient_email: email } = booking;
  const done = email === '' ? ('seriesMovedUnmailed' as const) : ('seriesMoved' as const);
  const { sending, submit } = useSubmit({ failed: 'bookingChangeFailed', done });
  const asked =
    scope === 'following' && series && date
      ? { params: { id: series.id }, body: { from: series.nth, date, decisions: decisionsOf(decisions) } }
      : null;
  const preview = asked && { ...asked, body: { ...asked.body, preview: true } };
  const load = useCall('moveSeries', preview, { keepPreviousData: true });
  const visits = asked && load.data ? load.data.data.visits : null;
  const ready = visits !== null && !load.isLoading && undecided(visits) === 0 && bookedCount(visits) > 0;
  const move = async () => {
    if (asked && (await submit(() => call('moveSeries', asked)))) onMoved();
  };
  return {
    scope,
    setScope,
    decisions,
    setDecisions,
    visits,
    load,
    sending,
    /** Moves the visits; null while only one visit is to be moved. */
    move: asked && (() => void move()),
    isBlocked: asked !== null && !ready,
  };
};

export type Following = ReturnType<typeof useFollowing>;
