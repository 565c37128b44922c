import { useSearchParams } from 'react-router';
import { isDay } from '../../lib/time/calendar-address.ts';
import { addDays } from '../../lib/time/wall-clock.ts';

type Address = {
  /** Null is today. */
  date: string | null;
  clinic: string | null;
  pro: string | null;
  booking: string | null;
  byProfessional: boolean;
};

const read = (params: URLSearchParams): Address => {
  const date = params.get('date') ?? '';
  return {
    date: isDay(date) ? date : null,
    clinic: params.get('clinic'),
    pro: params.get('pro'),
    booking: params.get('booking'),
    byProfessional: params.get('by') === 'professional',
  };
};

/** Day, filters, grouping and opened visit of the sheet, kept in the address without defaults. */
export const useSheetAddress = (today: string) => {
  const [params, setParams] = useSearchParams();
  const address = read(params);
  const set = (name: string, value: string | null, replace = true) =>
    setParams(
      (now) => {
        if (value === null) now.delete(name);
        else now.set(name, value);
        return now;
      },
      { replace },
    );
  const toDay = (day: string) => set('date', day === today ? null : day, false);
  return {
    ...address,
    day: address.date ?? today,
    toToday: () => toDay(today),
    turn: (by: 1 | -1) => toDay(addDays(address.date ?? today, by)),
    choose: (name: 'clinic' | 'pro' | 'booking', value: string | null) => set(name, value),
    setByProfessional: (on: boolean) => set('by', on ? 'professional' : null),
  };
};

export type SheetAddress = ReturnType<typeof useSheetAddress>;
