import { minimumPositionHeader, staleHeader } from '@visita/contracts/api/headers';
import type { CallName } from '@visita/contracts/api/table';
import { beginning } from '@visita/platform/event-store/port';
import { networkOf } from '@visita/platform/auth/network';
import { MalformedRequest } from '@visita/platform/http/problem';
import type { Exchange } from '@visita/platform/http/register';
import { within } from '@visita/platform/core/within';
import type { ProjectedPosition } from '@visita/read-model/projected';

export type MinimumOptions = {
  projected: Pick<ProjectedPosition, 'current' | 'reached'>;
  /** The head of the log at or after the moment at which it is asked for. */
  head: () => Promise<string>;
  /** Milliseconds that a call waits at most. */
  patience: number;
};

/** Calls that wait at once at most: in all, and of one client. */
const most = { all: 256, client: 32 };

/** Their answers do not come from read models. */
const timeless: ReadonlySet<CallName> = new Set<CallName>([
  'getSpecializations',
  'getProvinces',
  'getCountry',
]);

/**
 * Has calls wait until the read models show what the client has seen; answers the position that they surely show.
 * Nobody waits for a position beyond the head of the log, nor where too many wait already: such an answer comes at
 * once, marked as stale. Who waits holds no place among the calls in hand. Throws `MalformedRequest` where the header
 * holds no position.
 */
export const createMinimum = ({
  projected,
  head,
  patience,
}: MinimumOptions): ((exchange: Exchange) => Promise<string>) => {
  const exists = createHeadCheck(head);
  const waitIfRoom = createRoom();

  const arrives = async (minimum: string): Promise<boolean> => {
    const start = performance.now();
    // A store that does not say how far it is promises nothing.
    const comes = await within(patience, exists(minimum), 'asking for the head').catch(() => false);
    return comes && projected.reached(minimum, patience - (performance.now() - start));
  };

  return async (exchange) => {
    const minimum = minimumOf(exchange);
    if (timeless.has(exchange.name) || minimum <= projected.current()) return minimum;
    if (await exchange.aside(() => waitIfRoom(clientOf(exchange), () => arrives(minimum)))) return minimum;
    exchange.setHeader(staleHeader, 'true');
    return projected.current();
  };
};

const clientOf = ({ caller, request }: Exchange): string =>
  caller.kind === 'pro' ? caller.proId : networkOf(request.address);

/** Room for those who wait: what comes on top is answered false at once. */
const createRoom = () => {
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
 * Whether the log reaches a position. Another process may have written it a moment ago, so that the store is asked
 * about each that is beyond what it said before.
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
