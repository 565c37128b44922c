import { partsOf, type ReminderStep } from '@visita/contracts/messages/plan';

/** Hour at which late visits of a day begin. */
const lateVisit = 18;

/**
 * Tells whether "I can't" comes too late to cancel, because the reminder that asks is sent within the notice for
 * changes, also before a late visit.
 */
export const asksTooLate = ({ before, at, ask }: ReminderStep, noticeHours: number): boolean => {
  const { days, minutes } = partsOf(before) ?? { days: 0, minutes: 0 };
  const [hour = 0, minute = 0] = (at ?? '').split(':').map(Number);
  const sinceTime = at === null ? minutes / 60 : lateVisit - hour - minute / 60;
  return ask && days * 24 + sinceTime <= noticeHours;
};
