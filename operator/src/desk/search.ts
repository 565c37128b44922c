import type { Claims } from '@visita/command-service/claim/claims';
import { emailKey } from '@visita/contracts/email-key';
import { type AuditFound, auditKinds } from '@visita/contracts/operator/audit';
import type { EventStore } from '@visita/platform/event-store/port';
import { kindOf } from '../audit/folds.ts';
import type { Finder } from '../audit/finder.ts';

export type SearchDeps = {
  readonly store: Pick<EventStore, 'readStream'>;
  readonly finder: Pick<Finder, 'event'>;
  readonly claims: Pick<Claims, 'ownerOf'>;
  readonly patients: (email: string) => Promise<readonly { readonly id: string; readonly scope: string }[]>;
};

/** Results, and whether the search was by email, which must be recorded. */
export type SearchResult = { readonly found: readonly AuditFound[]; readonly byEmail: boolean };

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const foundBy = (stream: string): AuditFound[] =>
  auditKinds
    .filter((kind) => kind === kindOf(stream))
    .map((kind) => ({ kind, id: stream.slice(kind.length + 1) }));

/**
 * Returns the entity of an event in another kind of stream: an agenda's booking, a hub's clinic, a claim's
 * pro.
 */
const foundIn = (data: Readonly<Record<string, unknown>>): AuditFound[] => {
  const named = [
    ['booking', data['bookingId']],
    ['clinic', data['clinicId']],
    ['pro', data['ownerId']],
  ] as const;
  return named.flatMap(([kind, id]) => (typeof id === 'string' ? [{ kind, id }] : [])).slice(0, 1);
};

const findByEmail = async ({ claims, patients }: SearchDeps, email: string): Promise<AuditFound[]> => {
  const pro = await claims.ownerOf('email', email);
  return [
    ...(pro === null ? [] : [{ kind: 'pro', id: pro } as const]),
    ...(await patients(email)).map(({ id, scope }) => ({ kind: 'patient', id, proId: scope }) as const),
  ];
};

const findById = async ({ store, finder }: SearchDeps, id: string): Promise<AuditFound[]> => {
  const streams = auditKinds.map((kind) => `${kind}-${id}`);
  const events = await Promise.all(streams.map((stream) => store.readStream(stream)));
  const there = streams.filter((_stream, index) => (events[index]?.length ?? 0) > 0);
  if (there.length > 0) return there.flatMap(foundBy);
  const place = await finder.event(id);
  if (!place) return [];
  const [event] = await store.readStream(place.stream, place.revision);
  const found = foundBy(place.stream);
  return found.length > 0 ? found : foundIn((event?.data ?? {}) as Readonly<Record<string, unknown>>);
};

/** Finds entities by their id, by an event's id, or by the email of a pro or patient. */
export const createSearch =
  (deps: SearchDeps) =>
  async (text: string): Promise<SearchResult> => {
    const wanted = emailKey(text);
    if (wanted.includes('@')) return { found: await findByEmail(deps, wanted), byEmail: true };
    return { found: uuid.test(wanted) ? await findById(deps, wanted) : [], byEmail: false };
  };
