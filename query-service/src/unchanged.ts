import { api, type CallName } from '@visita/contracts/api/table';
import { productVersion } from '@visita/platform/config/product-version';
import type { Middleware } from '@visita/platform/http/register';
import type { Dependencies } from './dependencies.ts';
import { createAnswerCache } from './answer-cache.ts';
import type { LastChanges } from './last-changes.ts';

const release = productVersion();

/**
 * Calls whose answers depend only on the caller and the read models (except for waiting mails). For pros,
 * this middleware waits for the read models in place of their handlers.
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

/** Calls that show visits or patients; answers of other calls change only with other data. */
const ofVisits: ReadonlySet<CallName> = new Set<CallName>([
  'getProCalendar',
  'getPatients',
  'getPatientBookings',
]);

/** Calls that show patient records: a "not modified" answer also counts as a view. */
const ofRecords: ReadonlySet<CallName> = new Set<CallName>(['getPatients', 'getPatientBookings']);

const isOfColleague = (params: unknown, proId: string): boolean => {
  const parsed = api.getPatientBookings.params.safeParse(params);
  return parsed.success && parsed.data.proId !== proId;
};

/** Milliseconds after which an answer is computed again, so that an expired hold disappears. */
const lifetime = 60_000;

export type UnchangedOptions = Pick<Dependencies, 'clock' | 'settled' | 'mailsWaiting'> & {
  lastChanges: LastChanges;
};

/**
 * Waits until the read models show all events, since memberships decide what a pro sees. Tags answers with
 * the last change that concerns the caller: a client with the current tag gets "not modified" without a read;
 * others get the answer cached for the tag.
 */
export const createUnchanged = ({
  lastChanges,
  clock,
  settled,
  mailsWaiting,
}: UnchangedOptions): Middleware => {
  const cached = createAnswerCache(clock);

  return async (exchange, run) => {
    const { caller, name, params, query } = exchange;
    if (caller.kind !== 'pro' || !followed.has(name)) return run();
    // The patient of a colleague changes with the colleague's records.
    if (name === 'getPatientBookings' && isOfColleague(params, caller.proId)) return run();
    const { proId } = caller;
    // A pro's own records depend on no membership, so they are shown even if the log cannot be read.
    if (!ofRecords.has(name)) await settled();
    // The change is read before the rows: a change meanwhile makes the tag outdated, although the
    // answer may already show the change.
    const change = await (ofVisits.has(name) ? lastChanges.ofPro(proId) : lastChanges.ofEverybody());
    // Another release may answer differently at the same position.
    const waiting = name === 'getProCalendar' ? await mailsWaiting(proId) : 0;
    const tag = `"${release}-${change}-${proId}${waiting > 0 ? `-${waiting}` : ''}"`;
    const question = JSON.stringify([name, proId, params, query]);
    if (exchange.requestHeader('if-none-match') === tag) {
      const unchanged = { body: '', position: null, tag, unchanged: true } as const;
      if (!ofRecords.has(name)) return unchanged;
      const { shown = [] } = await cached(question, { tag, lifetime }, run);
      return { ...unchanged, shown };
    }
    return { ...(await cached(question, { tag, lifetime }, run)), tag };
  };
};
