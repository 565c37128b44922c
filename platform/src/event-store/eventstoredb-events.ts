import {
  type AllStreamResolvedEvent,
  type EventData,
  jsonEvent,
  type ResolvedEvent,
} from '@eventstore/db-client';
import type { EventMetadata, RecordedEvent } from '@visita/contracts/envelope';
import { type EventToAppend, UnexpectedAnswer } from './port.ts';

const width = 16;

/** A position of the log, in bytes from its start, as the port wants it. */
export const toPosition = (commit: bigint): string => {
  const position = String(commit).padStart(width, '0');
  if (commit < 0n || position.length > width) throw new UnexpectedAnswer(`${commit} is no position`);
  return position;
};

/** As the client sends it. The version of the schema has no place of its own there, so it goes into the metadata. */
export const toEventData = ({ id, type, data, metadata, schemaVersion = 1 }: EventToAppend): EventData =>
  jsonEvent({ id, type, data: data as Record<string, unknown>, metadata: { ...metadata, schemaVersion } });

type Stored = NonNullable<(AllStreamResolvedEvent | ResolvedEvent)['event']>;

/**
 * Whether it is one of this product's: its streams begin with a prefix, as others may use the server too. EventStoreDB
 * keeps its own in streams whose names begin with `$`.
 */
export const isOurs = ({ streamId }: Pick<Stored, 'streamId'>, prefix: string): boolean =>
  !streamId.startsWith('$') && streamId.startsWith(prefix);

/** As the port gives it. Throws {@link UnexpectedAnswer} for what this product did not write. */
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
