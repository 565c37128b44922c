import { seriesCalls } from '@visita/contracts/api/series';
import type { z } from 'zod';
import { useState } from 'react';
import { call } from '../../../lib/api/client.ts';
import { useCall } from '../../../lib/api/use-call.ts';
import { useIdempotencyKey } from '../../../lib/api/use-idempotency-key.ts';
import { rereadPatientList } from '../../../lib/data/patients.api.ts';
import type { When } from '../../../lib/state/booking.atoms.ts';
import { bookedCount, decisionsOf, undecided } from '../../../ui/series/decisions.ts';
import { type Repeat, ruleOf } from './repeat.ts';

type Body = z.input<(typeof seriesCalls)['planSeries']['body']>;

type Given = {
  readonly repeat: Repeat | null;
  readonly when: When;
  readonly services: Pick<Body['booking'], 'hubServiceId' | 'hubServiceIds'>;
  /** Booking and patient of the request; null while they are incomplete. */
  readonly body: Pick<Body, 'booking' | 'patient'> | null;
  /** A series whose progress is shown from the start. */
  readonly shown: string | undefined;
};

/** Checks the dates of repeated visits while they are typed, and saves them as a series. */
export const useSeries = ({ repeat, when, services, body, shown }: Given) => {
  const withKey = useIdempotencyKey();
  const [seriesId, setSeriesId] = useState(shown ?? null);
  const rule = repeat && ruleOf(repeat, when);
  const asked = repeat && rule ? { repeat: rule, decisions: decisionsOf(repeat.decisions) } : null;
  const checks = asked && services.hubServiceId !== '' && seriesId === null;
  const load = useCall(
    'planSeries',
    checks ? { body: { ...asked, booking: services, preview: true } } : null,
    { keepPreviousData: true },
  );
  const visits = asked && load.data ? load.data.data.visits : null;
  const save = async () => {
    const { booking, patient } = body ?? {};
    if (!asked || !booking || !patient) return undefined;
    const { proNotes, language, privacyNotice, marketingConsent } = booking;
    const shared = { ...services, proNotes, language, privacyNotice, marketingConsent };
    const request = { ...asked, booking: shared, patient };
    const plan = (idempotencyKey: string) => call('planSeries', { body: request, idempotencyKey });
    try {
      const { data } = await withKey(request, plan);
      setSeriesId(data.id);
    } catch (error) {
      // A date may have been taken since the check.
      void load.mutate();
      throw error;
    }
    void rereadPatientList();
    return 'stay' as const;
  };
  const isReady = visits !== null && !load.isLoading && undecided(visits) === 0 && bookedCount(visits) > 0;
  return { load, visits, seriesId, save: body && isReady ? save : null };
};

export type Series = ReturnType<typeof useSeries>;
