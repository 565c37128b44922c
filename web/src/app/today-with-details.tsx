import { lazy } from 'react';
import { TodayScreen } from '../features/today/today.screen.tsx';

const BookingDetailsPanel = lazy(async () => ({
  default: (await import('../features/calendar/booking/booking-details.panel.tsx')).BookingDetailsPanel,
}));

/** Today with the calendar's panel of a visit. */
export const TodayWithDetails = () => <TodayScreen details={BookingDetailsPanel} />;
