/** Types of written values by PostgreSQL type. */
type Values = {
  uuid: string;
  text: string;
  integer: number;
  boolean: boolean;
  timestamptz: string;
};

/** A column's PostgreSQL type; `?` makes it nullable. */
export type ColumnType = keyof Values | `${keyof Values}?`;

/** A column with a narrower value type than its PostgreSQL type. */
export type TypedColumn<Held extends Value = Value> = { readonly type: ColumnType; readonly held?: Held };

/** A column type, or a {@link typed} column. */
export type Column = ColumnType | TypedColumn;

type Columns = Record<string, Column>;

/** Declares a column that holds only some values: `typed<'here' | 'gone'>('text')`. */
export const typed = <Held extends Value>(type: ColumnType): TypedColumn<Held> => ({ type });

type Held<C extends Column, V extends Record<keyof Values, unknown>> =
  C extends TypedColumn<infer Some>
    ? Some
    : C extends `${infer T extends keyof Values}?`
      ? V[T] | null
      : C extends keyof Values
        ? V[C]
        : never;

/** A row as read: instants are dates. */
export type RowOf<T extends Table> = {
  readonly [Name in keyof T['columns']]: Held<
    T['columns'][Name],
    Omit<Values, 'timestamptz'> & { timestamptz: Date }
  >;
};

/** A row as read or written, for building views. */
export type AnyRow<T extends Table> = {
  readonly [Name in keyof T['columns']]: Held<
    T['columns'][Name],
    Omit<Values, 'timestamptz'> & { timestamptz: Date | string }
  >;
};

/** A row as written: instants are ISO 8601 text. */
export type NewRow<C extends Columns> = { readonly [Name in keyof C]: Held<C[Name], Values> };

export type Value = string | number | boolean | null;

/** A read-model table. Changes find their row by the primary key. */
export type Table<C extends Columns = Columns, K extends keyof C & string = keyof C & string> = {
  readonly name: string;
  readonly columns: C;
  readonly key: readonly K[];
  /** Further indexes by name: columns, or a {@link TableIndex}. */
  readonly indexes: Readonly<Record<string, readonly (keyof C & string)[] | TableIndex<keyof C & string>>>;
};

/** A partial or covering index. */
export type TableIndex<Name extends string = string> = {
  readonly columns: readonly Name[];
  /** Columns that are read from the index but not searched. */
  readonly include: readonly Name[];
  /** Rows with one of these values in a column; all rows without it. */
  readonly where?: { readonly column: Name; readonly among: readonly string[] };
};

/** Declares a table; row types, statements and DDL are derived from it. */
export const defineTable = <const C extends Columns, const K extends keyof C & string>(
  name: string,
  key: readonly [K, ...K[]],
  columns: C,
  indexes: Table<C, K>['indexes'] = {},
): Table<C, K> => ({ name, key, columns, indexes });

/**
 * Returns the select list of a table's columns. Unlike `*`, it does not depend on the release that created the table.
 */
export const columnsOf = ({ columns }: Table, alias: string): string =>
  Object.keys(columns)
    .map((name) => `${alias}."${name}"`)
    .join(', ');

/** Returns the SQL condition that a text column holds one of some values. */
export const among = (column: string, values: readonly string[]): string =>
  `${column} in (${values.map((value) => `'${value}'`).join(', ')})`;

const declared = (column: Column): ColumnType => (typeof column === 'string' ? column : column.type);

export const typeOf = (column: Column): string => declared(column).replace('?', '');

export const isNullable = (column: Column): boolean => declared(column).endsWith('?');
