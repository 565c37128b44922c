import { proOfActor, type Actor, type RecordedEvent } from '@visita/contracts/envelope';
import { fieldsOf, isErased } from '@visita/contracts/event';
import { isEvent } from '@visita/contracts/events';
import type { EventStore } from '@visita/platform/event-store/port';
import { inWords } from './actors.ts';

type Store = Pick<EventStore, 'readStream'>;

const clinicsIn = (events: readonly RecordedEvent[]): string[] => [
  ...new Set(
    events.flatMap((event) => fieldsOf(event)['clinicId'] ?? []).filter((id) => typeof id === 'string'),
  ),
];

/** Returns the pro ids of all present and former receptions of some clinics. */
const receptionsOf = async (store: Store, clinicIds: readonly string[]): Promise<ReadonlySet<string>> => {
  const streams = await Promise.all(clinicIds.map((id) => store.readStream(`clinic-${id}`)));
  return new Set(
    streams
      .flat()
      .flatMap((event) =>
        isEvent(event, 'CollaboratorInvited') && event.data.role === 'reception' ? event.data.proId : [],
      ),
  );
};

/** Returns the first name of a pro; null if it was erased. */
const firstNameOf = async (store: Store, proId: string): Promise<string | null> => {
  const named = (await store.readStream(`pro-${proId}`)).findLast((event) =>
    isEvent(event, 'PersonalDataSaved', 'CollaboratorOnboarded', 'ProfileUpdated'),
  );
  if (!named || !isEvent(named, 'PersonalDataSaved', 'CollaboratorOnboarded', 'ProfileUpdated')) return null;
  return isErased(named.data.profile) ? null : named.data.profile.name;
};

/**
 * Returns a function that describes the actors of events: a reception of one of their clinics by its role, and by its
 * first name if personal data is revealed.
 */
export const actorsInWords = async (
  store: Store,
  events: readonly RecordedEvent[],
  reveal: boolean,
): Promise<(actor: Actor) => string> => {
  const acting = new Set(events.flatMap(({ metadata }) => proOfActor(metadata.actor) ?? []));
  const receptions = acting.size === 0 ? new Set() : await receptionsOf(store, clinicsIn(events));
  const desk = [...acting].filter((proId) => receptions.has(proId));
  const names = new Map(
    await Promise.all(
      desk.map(async (proId) => [proId, reveal ? await firstNameOf(store, proId) : null] as const),
    ),
  );
  return (actor) => {
    const proId = proOfActor(actor);
    const name = proId === null ? undefined : names.get(proId);
    if (name === undefined) return inWords(actor);
    return `reception (${[name, inWords(actor)].filter(Boolean).join(', ')})`;
  };
};
