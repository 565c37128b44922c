import type { CallName } from '@visita/contracts/api/table';
import { productVersion } from '@visita/platform/core/product-version';
import type { Middleware } from '@visita/platform/http/register';
import type { Dependencies } from './dependencies.ts';
import type { LastChanges } from './last-changes.ts';

const release = productVersion();

/** Answers that follow from who asks and what the read models show, and from nothing else: no clock, no record of it. */
const followed: ReadonlySet<CallName> = new Set<CallName>([
  'getProCalendar',
  'getClinics',
  'getClinic',
  'getClinicServices',
  'getServices',
  'getProHubs',
  'getProClinics',
]);

/** Those that show visits too; the others change with what is no visit alone. */
const ofVisits: ReadonlySet<CallName> = new Set<CallName>(['getProCalendar']);

export type UnchangedOptions = Pick<Dependencies, 'settled'> & { lastChanges: LastChanges };

/**
 * Tags what is answered to pros with the last change that it follows from, when it was asked. Whoever brings the tag back,
 * while nothing has happened that concerns them, is told so after one look at the log, and nothing is read or sent.
 */
export const createUnchanged = ({ lastChanges, settled }: UnchangedOptions): Middleware => {
  return async (exchange, run) => {
    const { caller, name } = exchange;
    if (caller.kind !== 'pro' || !followed.has(name)) return run();
    const { proId } = caller;
    // Another release may answer otherwise at the same position.
    const tagNow = async (): Promise<string> => {
      const change = ofVisits.has(name) ? lastChanges.ofPro(proId) : lastChanges.ofEverybody();
      return `"${release}-${await change}-${proId}"`;
    };
    const given = exchange.requestHeader('if-none-match');
    if (given !== undefined) await settled();
    // Taken before the rows are: what happens meanwhile makes it old, though the answer may show it.
    const tag = await tagNow();
    if (given === tag) return { body: '', position: null, tag, unchanged: true };
    return { ...(await run()), tag };
  };
};
