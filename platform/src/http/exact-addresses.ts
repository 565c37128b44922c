import type { Call } from '@visita/contracts/api/call';
import { emailMaximum } from '@visita/contracts/fields';
import { isOtherMailbox } from '@visita/contracts/filters';
import { MalformedRequest } from './problem.ts';

const message = 'must hold only letters a-z, digits and @ . _ -';

/** Throws if our email filter would change an address in the body into another person's mailbox. */
export const requireExactAddresses = ({ mailboxes }: Pick<Call, 'mailboxes'>, body: unknown): void => {
  const fields = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  const isOther = (value: unknown): boolean =>
    // The call's schema refuses longer addresses.
    typeof value === 'string' && value.length <= emailMaximum && isOtherMailbox(value);
  const issues = mailboxes.filter((path) => isOther(fields[path])).map((path) => ({ path, message }));
  if (issues.length > 0) throw new MalformedRequest(issues);
};
