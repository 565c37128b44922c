import type { KeyObject } from 'node:crypto';
import type { RecordedEvent } from '@visita/contracts/envelope';
import { erased, isErased, type EventDefinition, type Subject } from '@visita/contracts/event';
import { mapYielding } from '../async/event-loop.ts';
import type { EventStore, EventToAppend, StreamAppend, SubscribeOptions } from '../event-store/port.ts';
import { encrypt, decrypt } from './cipher.ts';
import type { SubjectKey } from './key-cache.ts';
import type { Vault } from './vault.ts';

/** Thrown on writing personal data of an erased subject. */
export class SubjectErased extends Error {
  readonly subject: Subject;

  constructor(subject: Subject) {
    super(`${subject} was erased`);
    this.name = 'SubjectErased';
    this.subject = subject;
  }
}

type Data = Readonly<Record<string, unknown>>;
type Definitions = ReadonlyMap<string, EventDefinition>;
type Keys = ReadonlyMap<Subject, SubjectKey>;

/** A stored personal field: base64 of `encrypt`. */
type Encrypted = { readonly enc: string };

/**
 * Wraps an event store so that events follow their definitions. On write, events are validated and personal fields
 * are encrypted with the subject's key, bound to stream, event id, type and field; an unknown type, an invalid event
 * or an erased subject ({@link SubjectErased}) refuses the whole append. On read, events are decrypted (`erased` if
 * the key is deleted) and upcast to the current version; events without personal data in that version are unchanged.
 * Upcasts receive decrypted data and must not change the ids that identify the subject.
 */
export const withPersonalData = (store: EventStore, vault: Vault, definitions: Definitions): EventStore => {
  const read = async (
    events: readonly RecordedEvent[],
    { types, impersonal = false }: Params = {},
  ): Promise<RecordedEvent[]> => {
    const needed = (event: RecordedEvent) => types?.has(event.type) ?? true;
    const bare = (event: RecordedEvent) => impersonal && isCurrent(event, definitions.get(event.type));
    const subjects = new Set<Subject>();
    for (const event of events) {
      if (!needed(event) || bare(event)) continue;
      const subject = subjectOfStored(event, definitions.get(event.type));
      if (subject) subjects.add(subject);
    }
    const keys: Keys = subjects.size > 0 ? await vault.getKeys([...subjects]) : new Map();
    return mapYielding(events, (event) => {
      const definition = definitions.get(event.type);
      if (!needed(event)) return event;
      return bare(event) ? leftOut(event, definition) : opened(event, definition, keys);
    });
  };

  const seal = async (appends: readonly StreamAppend[]): Promise<StreamAppend[]> => {
    const checked = appends.map(({ events }) => events.map((event) => check(event, definitions)));
    const subjects = new Set(checked.flat().flatMap(({ subject }) => subject ?? []));
    const keys: Keys = subjects.size > 0 ? await vault.keysFor([...subjects]) : new Map();
    return appends.map((append, nth) => {
      const [first, ...others] = checked[nth]!.map((event) => closed(append.stream, event, keys));
      if (!first) throw new Error('an append needs an event');
      return { ...append, events: [first, ...others] };
    });
  };

  return {
    ...store,
    append: async (stream, expected, events) => {
      const [sealed] = await seal([{ stream, expected, events }]);
      return store.append(stream, expected, sealed!.events);
    },
    ...(store.appendTogether && {
      appendTogether: async (appends) => store.appendTogether!(await seal(appends)),
    }),
    ...(store.followed && {
      followed: {
        ...store.followed,
        ofStream: async (...asked) => {
          const events = await store.followed!.ofStream(...asked);
          return events && read(events);
        },
      },
    }),
    readStream: async (...asked) => read(await store.readStream(...asked)),
    readAll: async (after, limit) => read(await store.readAll(after, limit)),
    subscribe: (options) =>
      store.subscribe({
        ...options,
        onBatch: async (events) => options.onBatch(await read(events, options)),
      }),
  };
};

type Params = Pick<SubscribeOptions, 'types' | 'impersonal'>;

const isCurrent = (event: RecordedEvent, definition: EventDefinition | undefined): boolean =>
  definition !== undefined && event.schemaVersion === definition.version;

/** Returns the event with personal fields replaced by getters that throw; the fields are not copied. */
const leftOut = (event: RecordedEvent, definition: EventDefinition | undefined): RecordedEvent => {
  if (!definition || definition.personalFields.length === 0) return event;
  const data: Data = { ...(event.data as Data) };
  for (const field of definition.personalFields) {
    if (data[field] === undefined) continue;
    const get = () => {
      throw new Error(`${event.type} was read without its personal data: ${field} is not there`);
    };
    Object.defineProperty(data, field, { get, enumerable: false });
  }
  return { ...event, data };
};

type Checked = { event: EventToAppend; definition: EventDefinition; subject: Subject | null; data: Data };

const check = (event: EventToAppend, definitions: Definitions): Checked => {
  const definition = definitions.get(event.type);
  if (!definition) throw new Error(`${event.type} is not a known event`);
  const result = definition.schema.safeParse(event.data);
  if (!result.success) {
    const where = result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
    throw new Error(`${event.type} does not follow its schema (${where.join('; ')})`);
  }
  const data: Data = result.data;
  const personal = definition.personalFields.some((field) => data[field] !== undefined);
  return { event, definition, data, subject: personal ? (definition.subject?.(result.data) ?? null) : null };
};

const closed = (stream: string, { event, definition, subject, data }: Checked, keys: Keys): EventToAppend => {
  const written = { ...event, data, schemaVersion: definition.version };
  if (!subject) return written;
  const key = keys.get(subject);
  if (!key) throw new SubjectErased(subject);
  const fields: Record<string, unknown> = { ...data };
  for (const field of definition.personalFields) {
    const value = data[field];
    if (value === undefined) continue;
    if (isErased(value)) throw new SubjectErased(subject);
    const context = contextOf(stream, event, field);
    fields[field] = {
      enc: encrypt(key, context, JSON.stringify(value)).toString('base64'),
    } satisfies Encrypted;
  }
  return { ...written, data: fields };
};

const subjectOfStored = (event: RecordedEvent, definition: EventDefinition | undefined): Subject | null =>
  definition?.subject ? definition.subject(event.data as never) : null;

const opened = (event: RecordedEvent, definition: EventDefinition | undefined, keys: Keys): RecordedEvent => {
  // The type belongs to a newer release, and this release cannot interpret it.
  if (!definition) return event;
  if (event.schemaVersion > definition.version) {
    throw new Error(`${event.stream} ${event.id}: version ${event.schemaVersion} is newer than this release`);
  }
  const current = event.schemaVersion === definition.version;
  if (current && !definition.subject) return event;
  const subject = subjectOfStored(event, definition);
  const decrypted = subject ? decryptFields(event, definition, keys.get(subject)) : (event.data as Data);
  if (current) return { ...event, data: decrypted };
  const upgraded = upcast(event, definition, decrypted);
  const gone = subject !== null && keys.get(subject) === null;
  return { ...event, data: gone ? withoutPersonal(definition, upgraded) : upgraded };
};

/** A field that became personal in a later version also reads as erased. */
const withoutPersonal = ({ personalFields }: EventDefinition, data: Data): Data => {
  const covers = personalFields.filter((field) => data[field] !== undefined);
  return { ...data, ...Object.fromEntries(covers.map((field) => [field, erased])) };
};

const decryptFields = (
  event: RecordedEvent,
  definition: EventDefinition,
  key: SubjectKey | undefined,
): Data => {
  const data: Record<string, unknown> = { ...(event.data as Data) };
  for (const field of encryptedFields(event, definition)) {
    const value = data[field];
    // This product never writes plain text into a personal field.
    if (!isEncrypted(value) || key === undefined) throw unreadable(event);
    data[field] = key === null ? erased : openField({ event, field }, key, value);
  }
  return data;
};

/** The personal fields of the current version; older versions may have had others. */
const encryptedFields = (event: RecordedEvent, definition: EventDefinition): readonly string[] => {
  const data = event.data as Data;
  return event.schemaVersion === definition.version
    ? definition.personalFields.filter((field) => data[field] !== undefined)
    : Object.keys(data).filter((field) => isEncrypted(data[field]));
};

const openField = ({ event, field }: Place, key: KeyObject, value: Encrypted): unknown => {
  try {
    const plain = decrypt(key, contextOf(event.stream, event, field), Buffer.from(value.enc, 'base64'));
    return JSON.parse(plain.toString()) as unknown;
  } catch {
    throw unreadable(event);
  }
};

type Place = { readonly event: RecordedEvent; readonly field: string };

const upcast = (event: RecordedEvent, definition: EventDefinition, data: Data): Data => {
  let result = { ...data };
  for (let version = event.schemaVersion; version < definition.version; version++) {
    const step = definition.upcasts[version];
    if (!step) throw new Error(`${event.type} cannot be read from version ${version}`);
    result = step(result);
  }
  return result;
};

const contextOf = (stream: string, { id, type }: { id: string; type: string }, field: string): string =>
  `${stream}|${id}|${type}|${field}`;

/** The error contains only the place: neither data nor reason may be logged. */
const unreadable = (event: RecordedEvent): Error =>
  new Error(`the personal data of event ${event.id} in ${event.stream} cannot be read`);

const isEncrypted = (value: unknown): value is Encrypted =>
  typeof value === 'object' && value !== null && 'enc' in value && typeof value.enc === 'string';
