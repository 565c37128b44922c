import { minimumPositionHeader, staleHeader } from '@visita/contracts/api/headers';
import type { CallName } from '@visita/contracts/api/table';
import { beginning } from '@visita/platform/event-store/port';
import { networkOf } from '@visita/platform/auth/network';
import { MalformedRequest } from '@visita/platform/http/problem';
import type { Exchange } from '@visita/platform/http/register';
import { within } from '@visita/platform/async/within';
import type { ProjectedPosition } from '@visita/read-model/projected';

export type MinimumOptions = {
  projected: Pick<ProjectedPosition, 'current' | 'reached'>;
  /** Returns the head of the log as of the call or later. */
  head: () => Promise<string>;
  /** Maximum wait of a call (ms). */
  patience: number;
};

/** Maximum number of waiting calls, in total and per client. */
const most = { all: 256, client: 32 };

/** Calls whose answers do not come from read models. */
const timeless: ReadonlySet<CallName> = new Set<CallName>([
  'getSpecializations',
  'getProvinces',
  'getCountry',
]);

/**
 * Makes calls wait until the read models show the position that the client has seen, and returns the position
 * that they surely show. A position beyond the head, or too many waiting calls, gives an immediate answer
 * marked as stale. Waiting calls do not count against the load limit. Throws `MalformedRequest` if the header
 * holds no position.
 */
export const createMinimum = ({
  projected,
  head,
  patience,
}: MinimumOptions): ((exchange: Exchange) => Promise<string>) => {
  const exists = createHeadCheck(head);
  const waitIfCapacity = createCapacity();

  const arrives = async (minimum: string): Promise<boolean> => {
    const start = performance.now();
    // If the store does not answer, the call does not wait for the position.
    const isReachable = await within(patience, exists(minimum), 'asking for the head').catch(() => false);
    return isReachable && projected.reached(minimum, patience - (performance.now() - start));
  };

  return async (exchange) => {
    const minimum = minimumOf(exchange);
    if (timeless.has(exchange.name) || minimum <= projected.current()) return minimum;
    if (await exchange.aside(() => waitIfCapacity(clientOf(exchange), () => arrives(minimum))))
      return minimum;
    exchange.setHeader(staleHeader, 'true');
    return projected.current();
  };
};

const clientOf = ({ caller, request }: Exchange): string =>
  caller.kind === 'pro' ? caller.proId : networkOf(request.address);

/** Limits waiting calls; beyond the limit the answer is false at once. */
const createCapacity = () => {
  const waiting = new Map<string, number>();
  let all = 0;
  return async (client: string, wait: () => Promise<boolean>): Promise<boolean> => {
    const own = waiting.get(client) ?? 0;
    if (all >= most.all || own >= most.client) return false;
    all += 1;
    waiting.set(client, own + 1);
    try {
      return await wait();
    } finally {
      all -= 1;
      const left = waiting.get(client)! - 1;
      if (left > 0) waiting.set(client, left);
      else waiting.delete(client);
    }
  };
};

/**
 * Tells whether the log reaches a position. Another process may just have written it, so the store is asked
 * for each position beyond the last known head.
 */
const createHeadCheck = (head: () => Promise<string>): ((position: string) => Promise<boolean>) => {
  let known = beginning;
  return async (position) => {
    if (position <= known) return true;
    const found = await head();
    if (found > known) known = found;
    return position <= known;
  };
};

const minimumOf = (exchange: Exchange): string => {
  const given = exchange.requestHeader(minimumPositionHeader);
  if (given === undefined) return beginning;
  if (isPosition(given)) return given;
  throw new MalformedRequest([{ path: minimumPositionHeader, message: 'must be a position: 16 digits' }]);
};

const isPosition = (text: string): boolean => /^\d{16}$/.test(text);
