import type { RecordedEvent } from '@visita/contracts/envelope';
import { canonicalOf, linkOf, printLength, printOf } from '@visita/platform/event-store/chain';
import { pagesOf } from '@visita/platform/event-store/pages';
import type { EventStore } from '@visita/platform/event-store/port';
import {
  chainOrigin,
  type ChainPlace,
  type Seal,
  sealEvery,
  type Seals,
} from '@visita/platform/event-store/seals';

export type LogProblem =
  /** Sealed events were changed; no positions if some were added or removed. */
  | { readonly kind: 'changed'; readonly after: string; readonly upTo: string; readonly positions: string[] }
  /** Events up to a seal are missing at the end. */
  | { readonly kind: 'cut-off'; readonly sealed: string; readonly head: string }
  | { readonly kind: 'hole'; readonly after: string; readonly before: string }
  /** The hash that the operator noted differs from the log's hash. */
  | { readonly kind: 'unexpected'; readonly position: string; readonly hash: string };

export type LogReport = {
  readonly position: string;
  /** Hash of the chain up to the position, as it is now. */
  readonly hash: string;
  readonly events: number;
  /** Start of the verified range. */
  readonly from: string;
  readonly problems: readonly LogProblem[];
};

export type LogOptions = {
  /** The events as stored, with encrypted personal data. */
  readonly stored: Pick<EventStore, 'readAll' | 'head'> & {
    holes?(): Promise<{ after: string; before: string }[]>;
  };
  readonly seals: Seals;
  /** Whether to trust everything up to the newest seal. */
  readonly fromSeal?: boolean;
  /** A position with the hash that the operator noted. */
  readonly expected?: { readonly position: string; readonly hash: string } | null;
  onProgress?(progress: { position: string; head: string }): void;
};

/** The verification cannot run; the message says why. */
export class VerifyRefused extends Error {}

/** Follows the chain from seal to seal. */
const createWalk = (start: ChainPlace, known: readonly Seal[]) => {
  const problems: LogProblem[] = [];
  const fresh: Seal[] = [];
  // The chain as it is, and as it would be if everything up to the last seal were unchanged.
  let hash = start.hash;
  let trusted = start.hash;
  let after = start.position;
  let block: { position: string; print: Buffer }[] = [];
  let next = 0;

  const begin = (position: string): void => {
    after = position;
    block = [];
  };

  const compare = (seal: Seal): void => {
    const same = Buffer.concat(block.map(({ print }) => print)).equals(seal.prints);
    if (!same || !trusted.equals(seal.hash)) {
      const counted = block.length * printLength === seal.prints.length;
      const differs = ({ print }: { print: Buffer }, index: number) =>
        !print.equals(seal.prints.subarray(index * printLength, (index + 1) * printLength));
      const positions = counted ? block.filter(differs).map(({ position }) => position) : [];
      problems.push({ kind: 'changed', after, upTo: seal.position, positions });
    }
    trusted = seal.hash;
    begin(seal.position);
    next += 1;
  };

  const sealHere = (position: string): void => {
    fresh.push({ position, hash: trusted, prints: Buffer.concat(block.map(({ print }) => print)) });
    begin(position);
  };

  return {
    problems,
    fresh,
    hash: () => hash,
    step: (event: RecordedEvent): void => {
      while (known[next] && known[next]!.position < event.position) compare(known[next]!);
      const canonical = canonicalOf(event);
      const diverged = !trusted.equals(hash);
      hash = linkOf(hash, canonical);
      trusted = diverged ? linkOf(trusted, canonical) : hash;
      block.push({ position: event.position, print: printOf(canonical) });
      if (known[next]?.position === event.position) compare(known[next]!);
      else if (next >= known.length && block.length >= sealEvery) sealHere(event.position);
    },
    end: (head: string): void => {
      const beyond = known.at(-1);
      if (next < known.length && beyond) problems.push({ kind: 'cut-off', sealed: beyond.position, head });
      else if (block.length > 0) sealHere(head);
    },
  };
};

const startOf = (known: readonly Seal[], fromSeal: boolean): ChainPlace =>
  (fromSeal ? known.at(-1) : undefined) ?? chainOrigin;

/** Returns the hash at a position before the start of the walk; null if the walk reaches it later. */
const hashBefore = (start: ChainPlace, known: readonly Seal[], position: string): string | null => {
  if (position > start.position) return null;
  const there = [chainOrigin, ...known].find((seal) => seal.position === position);
  if (there) return there.hash.toString('hex');
  throw new VerifyRefused(
    `There is no seal at ${position}, and all up to ${start.position} is trusted: look at it without --from-seal.`,
  );
};

const holesIn = async (stored: LogOptions['stored']): Promise<LogProblem[]> => {
  const holes = (await stored.holes?.()) ?? [];
  return holes.map(({ after, before }) => ({ kind: 'hole', after, before }));
};

/**
 * Follows the hash chain over the log and compares it with earlier seals. If nothing is wrong, seals the new
 * events.
 */
export const verifyLog = async (options: LogOptions): Promise<LogReport> => {
  const { stored, seals, fromSeal = false, expected = null, onProgress } = options;
  // Seals of events appended meanwhile are not part of this range.
  const known = await seals.all();
  const head = await stored.head();
  const start = startOf(known, fromSeal);
  const walk = createWalk(
    start,
    known.filter(({ position }) => position > start.position),
  );
  let position = start.position;
  let events = 0;
  let met = expected ? hashBefore(start, known, expected.position) : null;
  for await (const page of pagesOf(stored, start.position, head)) {
    for (const event of page.events) {
      walk.step(event);
      if (event.position === expected?.position) met = walk.hash().toString('hex');
    }
    ({ position } = page);
    events += page.events.length;
    onProgress?.({ position, head });
  }
  walk.end(head);
  const problems: LogProblem[] = [...walk.problems, ...(await holesIn(stored))];
  if (expected && met !== expected.hash) problems.push({ kind: 'unexpected', ...expected });
  if (problems.length === 0) await seals.extend(known.at(-1)?.position ?? chainOrigin.position, walk.fresh);
  return { position, hash: walk.hash().toString('hex'), events, from: start.position, problems };
};
