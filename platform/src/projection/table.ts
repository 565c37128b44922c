/** PostgreSQL types of read-model columns and what they hold in a row; instants are ISO 8601 text. */
type Values = {
  uuid: string;
  text: string;
  integer: number;
  boolean: boolean;
  timestamptz: string;
};

/** A column's type; with `?` it may be null. */
export type Column = keyof Values | `${keyof Values}?`;

/** The row of a table with these columns. */
export type RowOf<C extends Record<string, Column>> = {
  readonly [Name in keyof C]: C[Name] extends `${infer T extends keyof Values}?`
    ? Values[T] | null
    : C[Name] extends keyof Values
      ? Values[C[Name]]
      : never;
};

/** A value of any row. */
export type Value = string | number | boolean | null;

/** One table of the read models: every change finds its row by the primary key. */
export type Table<
  C extends Record<string, Column> = Record<string, Column>,
  K extends keyof C & string = keyof C & string,
> = {
  readonly name: string;
  readonly columns: C;
  readonly key: readonly K[];
};

/** The primary key of a table's row. */
export type KeyOf<T> = T extends Table<infer C, infer K> ? Pick<RowOf<C>, K> : never;

/** Declares a table as its migration made it. */
export const defineTable = <const C extends Record<string, Column>, const K extends keyof C & string>(
  name: string,
  key: readonly [K, ...K[]],
  columns: C,
): Table<C, K> => ({ name, key, columns });

/** The type of a column without the mark of null. */
export const typeOf = (column: Column): string => column.replace('?', '');
