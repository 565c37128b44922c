import { proOf } from '@visita/platform/auth/caller';
import type { ReadMarks } from '@visita/platform/auth/read-marks';
import type { Handlers } from '@visita/platform/http/calls';
import { MalformedRequest } from '@visita/platform/http/problem';

type Deps = {
  readonly readMarks: Pick<ReadMarks, 'readUntil' | 'readSingle'>;
  /** Returns the position of the log's last event. */
  readonly head: () => Promise<string>;
};

/** Throws `MalformedRequest` for a position beyond the log, which would also mark later notices. */
const requireReached = (position: string, head: string, path: string): void => {
  if (position > head) throw new MalformedRequest([{ path, message: 'must be the id of a notice' }]);
};

/** Returns the handler that marks notices as read. The marks are rows, not events: see docs/decisions/0096. */
export const noticeHandlers = ({ readMarks, head }: Deps) =>
  ({
    readNotices: async ({ body, caller }) => {
      const { proId } = proOf(caller);
      const reached = await head();
      if ('until' in body) {
        requireReached(body.until, reached, 'until');
        await readMarks.readUntil(proId, body.until);
      } else {
        body.ids.forEach((id, index) => requireReached(id, reached, `ids.${index}`));
        await readMarks.readSingle(proId, body.ids);
      }
      return { message: 'Read', data: null };
    },
  }) satisfies Handlers;
