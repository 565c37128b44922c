import { z } from 'zod';

/** What a personal field reads as once its subject's key is gone. Never null: absence and erasure differ. */
export type Erased = { readonly erased: true };

/** The one value of {@link Erased}. */
export const erased: Erased = Object.freeze({ erased: true });

const erasedSchema = z.strictObject({ erased: z.literal(true) });

/** True where a personal value was erased for good. */
export const isErased = (value: unknown): value is Erased =>
  typeof value === 'object' && value !== null && 'erased' in value && value.erased === true;

const isFields = (data: unknown): data is Readonly<Record<string, unknown>> =>
  typeof data === 'object' && data !== null && !Array.isArray(data);

/** The data of any event as fields by name, for what treats all events alike. */
export const fieldsOf = ({ data }: { readonly data: unknown }): Readonly<Record<string, unknown>> =>
  isFields(data) ? data : {};

/** A personal value, or null once it was erased. */
export const readable = <T>(value: T): Exclude<T, Erased> | null =>
  isErased(value) ? null : (value as Exclude<T, Erased>);

/** Marks a top-level event field as personal: the envelope codec encrypts it with the subject's key. */
export const personal = <S extends z.ZodType>(schema: S) =>
  z.union([schema, erasedSchema]).meta({ personal: true });

/** Whether a field is marked, under an `optional()` too. */
const isPersonal = (field: z.ZodType): boolean =>
  field.meta()?.['personal'] === true ||
  (field instanceof z.ZodOptional && isPersonal(field.unwrap() as z.ZodType));

/** Whose key encrypts an event: a person's, `pro-<id>` or `patient-<id>`, or a clinic's, which goes with its owner. */
export type Subject = `pro-${string}` | `patient-${string}` | `clinic-${string}`;

/** One kind of event: its storage name, its data, whose personal data it carries, and how old versions are read. */
export type EventDefinition<Type extends string = string, Shape extends z.ZodRawShape = z.ZodRawShape> = {
  readonly type: Type;
  /** Schema version written today, from 1. */
  readonly version: number;
  readonly schema: z.ZodObject<Shape>;
  readonly personalFields: readonly string[];
  readonly subject: ((data: z.infer<z.ZodObject<Shape>>) => Subject) | null;
  /** `upcasts[n]` turns data of version n into data of version n + 1. */
  readonly upcasts: Readonly<Record<number, (data: Record<string, unknown>) => Record<string, unknown>>>;
};

type EventOptions<Shape extends z.ZodRawShape> = {
  version?: number;
  subject?: (data: z.infer<z.ZodObject<Shape>>) => Subject;
  upcasts?: EventDefinition['upcasts'];
};

/** Declares an event. Its name is a storage format: it is never reused for something else. */
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

/** The `{ type, data }` of one definition, or the union over many. */
export type EventOf<D> =
  D extends EventDefinition<infer Type, infer Shape>
    ? { readonly type: Type; readonly data: z.infer<z.ZodObject<Shape>> }
    : never;

/** The union of all events of a feature's `events` object. */
export type EventsOf<Definitions extends Record<string, unknown>> = EventOf<Definitions[keyof Definitions]>;
