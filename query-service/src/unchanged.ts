import type { CallName } from '@visita/contracts/api/table';
import { productVersion } from '@visita/platform/core/product-version';
import type { Middleware } from '@visita/platform/http/register';
import type { Dependencies } from './dependencies.ts';
import { createKeptAnswers } from './kept-answers.ts';
import type { LastChanges } from './last-changes.ts';

const release = productVersion();

/**
 * Answers that follow from who asks and what the read models show, and from no clock but for mails that wait. Their handlers need not wait for the
 * read models where a pro asks.
 */
const followed: ReadonlySet<CallName> = new Set<CallName>([
  'getProCalendar',
  'getClinics',
  'getClinic',
  'getClinicServices',
  'getServices',
  'getProHubs',
  'getProClinics',
  'getPatients',
  'getPatientBookings',
]);

/** Those that show visits or patients too; the others change with what is neither alone. */
const ofVisits: ReadonlySet<CallName> = new Set<CallName>([
  'getProCalendar',
  'getPatients',
  'getPatientBookings',
]);

/** Those that show records: who is told that one is unchanged has looked at it, too. */
const ofRecords: ReadonlySet<CallName> = new Set<CallName>(['getPatients', 'getPatientBookings']);

export type UnchangedOptions = Pick<Dependencies, 'settled' | 'mailsWaiting'> & {
  lastChanges: LastChanges;
};

/**
 * Has pros wait until the read models show all that has happened, where a membership decides what they see. Tags their
 * answers with the last change that these follow from, when they were asked for: a client that brings the tag back,
 * while nothing has happened that concerns it, is told so, and nothing is read or sent; others get the answer that was
 * made while the tag was the same.
 */
export const createUnchanged = ({ lastChanges, settled, mailsWaiting }: UnchangedOptions): Middleware => {
  const keep = createKeptAnswers();

  return async (exchange, run) => {
    const { caller, name, params, query } = exchange;
    if (caller.kind !== 'pro' || !followed.has(name)) return run();
    const { proId } = caller;
    // A pro's own records depend on no membership, and are shown as they are known while the log cannot be asked.
    if (!ofRecords.has(name)) await settled();
    // Taken before the rows are: what happens meanwhile makes it old, though the answer may show it.
    const change = await (ofVisits.has(name) ? lastChanges.ofPro(proId) : lastChanges.ofEverybody());
    // Another release may answer otherwise at the same position.
    const waiting = name === 'getProCalendar' ? await mailsWaiting(proId) : 0;
    const tag = `"${release}-${change}-${proId}${waiting > 0 ? `-${waiting}` : ''}"`;
    const question = JSON.stringify([name, proId, params, query]);
    if (exchange.requestHeader('if-none-match') === tag) {
      const unchanged = { body: '', position: null, tag, unchanged: true } as const;
      if (!ofRecords.has(name)) return unchanged;
      const { shown = [] } = await keep(question, tag, run);
      return { ...unchanged, shown };
    }
    return { ...(await keep(question, tag, run)), tag };
  };
};
