import type { NoticeView } from '@visita/contracts/activity/views';
import { useAtomValue } from 'jotai';
import { mutate } from 'swr';
import { call } from '../api/client.ts';
import { isCall } from '../api/rereads.ts';
import { patchAnswers, useCall } from '../api/use-call.ts';
import { enteringRoomsAtom } from '../state/calendar.atoms.ts';

/** Loads a page of notices with the counts; by default the latest. */
export const useNotices = (after?: string) => {
  const entering = useAtomValue(enteringRoomsAtom);
  const query = after === undefined ? {} : { after };
  const { data, ...rest } = useCall('getNotices', entering ? null : { query }, { keepPreviousData: true });
  return { data: data?.data, ...rest };
};

export const refreshNotices = (): Promise<unknown> => mutate(isCall('getNotices'));

type Marked = {
  readonly isMarked: (notice: NoticeView) => boolean;
  readonly unread: (before: number) => number;
};

/** Shows notices as read at once; a failure shows the stored state again. */
const mark = async ({ isMarked, unread }: Marked, send: () => Promise<unknown>): Promise<void> => {
  await patchAnswers('getNotices', (list) => ({
    ...list,
    unread: unread(list.unread),
    notices: list.notices.map((one) => (isMarked(one) ? { ...one, read: true } : one)),
  }));
  await send().catch(() => undefined);
  await refreshNotices();
};

export const readAllNotices = (until: string): Promise<void> =>
  mark({ isMarked: () => true, unread: () => 0 }, () => call('readNotices', { body: { until } }));

export const readNotice = ({ id, read }: NoticeView): Promise<void> =>
  read
    ? Promise.resolve()
    : mark({ isMarked: (one) => one.id === id, unread: (before) => before - 1 }, () =>
        call('readNotices', { body: { ids: [id] } }),
      );
