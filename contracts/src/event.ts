import { z } from 'zod';

/** Value of a personal field after its encryption key was deleted. Not null, which means "never given". */
export type Erased = { readonly erased: true };

export const erased: Erased = Object.freeze({ erased: true });

const erasedSchema = z.strictObject({ erased: z.literal(true) });

export const isErased = (value: unknown): value is Erased =>
  typeof value === 'object' && value !== null && 'erased' in value && value.erased === true;

const isFields = (data: unknown): data is Readonly<Record<string, unknown>> =>
  typeof data === 'object' && data !== null && !Array.isArray(data);

/** The data of any event as a record of fields, for code that handles all event types alike. */
export const fieldsOf = ({ data }: { readonly data: unknown }): Readonly<Record<string, unknown>> =>
  isFields(data) ? data : {};

/** Returns a personal value, or null if it was erased. */
export const readable = <T>(value: T): Exclude<T, Erased> | null =>
  isErased(value) ? null : (value as Exclude<T, Erased>);

/** Marks a top-level event field as personal: the store encrypts it with the subject's key. */
export const personal = <S extends z.ZodType>(schema: S) =>
  z.union([schema, erasedSchema]).meta({ personal: true });

/** Whether a field is marked as personal, also inside `optional()`. */
const isPersonal = (field: z.ZodType): boolean =>
  field.meta()?.['personal'] === true ||
  (field instanceof z.ZodOptional && isPersonal(field.unwrap() as z.ZodType));

/** Owner of an event's encryption key: a pro, a patient or a clinic. A clinic's key is deleted with its owner. */
export type Subject = `pro-${string}` | `patient-${string}` | `clinic-${string}`;

/** Definition of one event type: storage name, data, subject of its personal data, and upcasts of old versions. */
export type EventDefinition<Type extends string = string, Shape extends z.ZodRawShape = z.ZodRawShape> = {
  readonly type: Type;
  /** Current schema version, from 1. */
  readonly version: number;
  readonly schema: z.ZodObject<Shape>;
  readonly personalFields: readonly string[];
  readonly subject: ((data: z.infer<z.ZodObject<Shape>>) => Subject) | null;
  /** `upcasts[n]` converts data of version n to version n + 1. */
  readonly upcasts: Readonly<Record<number, (data: Record<string, unknown>) => Record<string, unknown>>>;
};

type EventOptions<Shape extends z.ZodRawShape> = {
  version?: number;
  subject?: (data: z.infer<z.ZodObject<Shape>>) => Subject;
  upcasts?: EventDefinition['upcasts'];
};

/** Declares an event type. The name is a storage format and is never reused for another meaning. */
export const defineEvent = <Type extends string, Shape extends z.ZodRawShape>(
  type: Type,
  shape: Shape,
  options: EventOptions<Shape> = {},
): EventDefinition<Type, Shape> => {
  const personalFields = Object.entries(shape)
    .filter(([, field]) => isPersonal(field as z.ZodType))
    .map(([name]) => name);
  if (personalFields.length > 0 && !options.subject) {
    throw new Error(`${type} has personal fields, so it must name their subject`);
  }
  return {
    type,
    version: options.version ?? 1,
    schema: z.strictObject(shape),
    personalFields,
    subject: options.subject ?? null,
    upcasts: options.upcasts ?? {},
  };
};

/** The `{ type, data }` of a definition, or the union over several definitions. */
export type EventOf<D> =
  D extends EventDefinition<infer Type, infer Shape>
    ? { readonly type: Type; readonly data: z.infer<z.ZodObject<Shape>> }
    : never;

/** The union of all events of a feature's `events` object. */
export type EventsOf<Definitions extends Record<string, unknown>> = EventOf<Definitions[keyof Definitions]>;
