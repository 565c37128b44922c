import type { CallName } from '@visita/contracts/api/table';
import { productVersion } from '@visita/platform/core/product-version';
import type { Middleware } from '@visita/platform/http/register';
import type { ProjectedPosition } from '@visita/read-model/projected';
import type { Dependencies } from './dependencies.ts';

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

export type UnchangedOptions = Pick<Dependencies, 'settled'> & {
  projected: Pick<ProjectedPosition, 'current'>;
};

/**
 * Tags what is answered to pros with how far the read models were when it was asked. A client that brings the tag back, while
 * nothing has happened since, is told so after one look at the log, and nothing is read or sent.
 */
export const createUnchanged = ({ projected, settled }: UnchangedOptions): Middleware => {
  return async (exchange, run) => {
    const { caller, name } = exchange;
    if (caller.kind !== 'pro' || !followed.has(name)) return run();
    // Another release may answer otherwise at the same position.
    const tagNow = (): string => `"${release}-${projected.current()}-${caller.proId}"`;
    const given = exchange.requestHeader('if-none-match');
    if (given !== undefined) {
      await settled();
      if (given === tagNow()) return { body: '', position: null, tag: given, unchanged: true };
    }
    // Taken before the rows are: what happens meanwhile makes it old, though the answer may show it.
    const tag = tagNow();
    return { ...(await run()), tag };
  };
};
