import type { Call } from '@visita/contracts/api/call';
import { isOtherMailbox } from '@visita/contracts/filters';
import { MalformedRequest } from './problem.ts';

const message = 'must hold only letters a-z, digits and @ . _ -';

/** Refuses a body that names a mailbox of which our filter would make somebody else's. */
export const requireExactAddresses = ({ mailboxes }: Pick<Call, 'mailboxes'>, body: unknown): void => {
  const fields = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  const issues = mailboxes
    .filter((path) => typeof fields[path] === 'string' && isOtherMailbox(fields[path]))
    .map((path) => ({ path, message }));
  if (issues.length > 0) throw new MalformedRequest(issues);
};
