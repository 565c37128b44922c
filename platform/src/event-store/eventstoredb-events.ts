import {
  type AllStreamResolvedEvent,
  type EventData,
  jsonEvent,
  type ResolvedEvent,
} from '@eventstore/db-client';
import type { EventMetadata, RecordedEvent } from '@visita/contracts/envelope';
import { type EventToAppend, UnexpectedAnswer } from './port.ts';

const width = 16;

/** Converts a commit position (bytes from the start of the log) to the port's position. */
export const toPosition = (commit: bigint): string => {
  const position = String(commit).padStart(width, '0');
  if (commit < 0n || position.length > width) throw new UnexpectedAnswer(`${commit} is no position`);
  return position;
};

/**
 * Converts an event for the client. The schema version is stored in the metadata, because EventStoreDB has no field
 * for it.
 */
export const toEventData = ({ id, type, data, metadata, schemaVersion = 1 }: EventToAppend): EventData =>
  jsonEvent({ id, type, data: data as Record<string, unknown>, metadata: { ...metadata, schemaVersion } });

type Stored = NonNullable<(AllStreamResolvedEvent | ResolvedEvent)['event']>;

/**
 * Whether the event belongs to this product. Its streams have a prefix, because the server may be shared. Streams of
 * EventStoreDB itself begin with `$`.
 */
export const isOurs = ({ streamId }: Pick<Stored, 'streamId'>, prefix: string): boolean =>
  !streamId.startsWith('$') && streamId.startsWith(prefix);

/** Converts an event of the server. Throws {@link UnexpectedAnswer} if this product did not write it. */
export const toRecorded = (event: Stored, prefix: string): RecordedEvent => {
  const { id, type, data, streamId, revision, position, isJson } = event;
  const stream = streamId.slice(prefix.length);
  const { schemaVersion, ...metadata } = { ...(event.metadata as Partial<Metadata> | undefined) };
  if (!isJson || typeof data === 'string' || typeof schemaVersion !== 'number' || !isComplete(metadata))
    throw new UnexpectedAnswer(`event ${id} in ${stream} was not written by this product`);
  if (!position) throw new UnexpectedAnswer(`event ${id} in ${stream} has no position`);
  return {
    id,
    type,
    data,
    metadata,
    stream,
    revision: Number(revision),
    position: toPosition(position.commit),
    schemaVersion,
  };
};

type Metadata = EventMetadata & { readonly schemaVersion: number };

const isComplete = (metadata: Partial<EventMetadata>): metadata is EventMetadata =>
  [metadata.correlationId, metadata.causationId, metadata.actor, metadata.time].every(
    (value) => typeof value === 'string',
  );
