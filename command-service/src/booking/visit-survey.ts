import { deriveId } from '@visita/platform/ids/derive-id';
import type { PlacedBooking } from './decider.ts';
import type { Domain } from '../domain.ts';

/** Id of the survey of a booking, of which there is one, however often the booking's links are used. */
export const surveyIdOf = (bookingId: string): string => deriveId(bookingId, 'survey');

/** Whether a visit is over and took place as far as is known. */
export const tookPlace = ({ status, end, attendance, patientGone }: PlacedBooking, at: Date): boolean =>
  status === 'confirmed' &&
  Date.parse(end) <= at.getTime() &&
  attendance !== 'missed' &&
  attendance !== 'excused' &&
  !patientGone;

/** Returns the state of a booking's survey, as a field of its view; none if the visit did not take place. */
export const surveyOf = async (
  { surveys }: Pick<Domain, 'surveys'>,
  booking: PlacedBooking,
  at: Date,
): Promise<{ survey?: 'open' | 'answered' }> => {
  if (!tookPlace(booking, at)) return {};
  const { state } = await surveys.load(surveyIdOf(booking.bookingId));
  return { survey: state.submitted ? 'answered' : 'open' };
};
