import type { Pro } from '@visita/contracts/pro/views';
import { useMediaQuery } from '@mantine/hooks';
import { useSetAtom } from 'jotai';
import { useEffect } from 'react';
import { useCalendar } from '../../lib/data/calendar.api.ts';
import { useClinics } from '../../lib/data/clinic.api.ts';
import { clinicOfClock } from '../../lib/time/other-clock.ts';
import { visibleAtom } from '../../lib/state/calendar.atoms.ts';
import { useCalendarAddress } from './use-calendar-address.ts';
import { useNow } from './shared/use-now.ts';
import { useSight } from './use-sight.ts';

export const useSeen = (pro: Pro) => {
  const phone = useMediaQuery('(width < 768px)', undefined, { getInitialValueInEffect: false });
  const clinicsLoad = useClinics(pro);
  const { clinicId } = useCalendarAddress().address;
  const now = useNow(clinicOfClock(clinicsLoad.data, clinicId)?.timezone);
  const sight = useSight(phone, now.slice(0, 10));
  const { visible } = sight;
  const setVisible = useSetAtom(visibleAtom);
  useEffect(() => setVisible(visible), [setVisible, visible]);
  const loads = { clinics: clinicsLoad, calendar: useCalendar(pro, visible) };
  // While other days load, earlier data remains; days that failed to load are missing, not empty.
  const missing = Object.values(loads).filter(({ error, at }) => error && !at);
  return { pro, phone, now, sight, loads, missing, clinics: clinicsLoad.data, calendar: loads.calendar.data };
};

export type Seen = ReturnType<typeof useSeen>;
