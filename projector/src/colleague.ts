import { proOfActor, type RecordedEvent } from '@visita/contracts/envelope';

type Event = Pick<RecordedEvent, 'metadata'> & { readonly data: { readonly proId: string } };

/** Returns the id of the colleague who acted; null if the event's pro did, or no person. */
export const colleagueIn = ({ metadata, data }: Event): string | null => {
  const proId = proOfActor(metadata.actor);
  return proId === data.proId ? null : proId;
};
