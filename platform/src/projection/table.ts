/** PostgreSQL types of read-model columns, and what a row holds in them when it is written. */
type Values = {
  uuid: string;
  text: string;
  integer: number;
  boolean: boolean;
  timestamptz: string;
};

/** A column's PostgreSQL type; with `?` it may be null. */
export type ColumnType = keyof Values | `${keyof Values}?`;

/** A column that holds fewer values than its type could. */
export type TypedColumn<Held extends Value = Value> = { readonly type: ColumnType; readonly held?: Held };

/** A column: its type, or {@link typed}. */
export type Column = ColumnType | TypedColumn;

type Columns = Record<string, Column>;

/** A column that holds only some values: `typed<'here' | 'gone'>('text')`. */
export const typed = <Held extends Value>(type: ColumnType): TypedColumn<Held> => ({ type });

type Held<C extends Column, V extends Record<keyof Values, unknown>> =
  C extends TypedColumn<infer Some>
    ? Some
    : C extends `${infer T extends keyof Values}?`
      ? V[T] | null
      : C extends keyof Values
        ? V[C]
        : never;

/** A row as it is read: instants are dates. */
export type RowOf<T extends Table> = {
  readonly [Name in keyof T['columns']]: Held<
    T['columns'][Name],
    Omit<Values, 'timestamptz'> & { timestamptz: Date }
  >;
};

/** A row as it is read or written: what a view is made of. */
export type AnyRow<T extends Table> = {
  readonly [Name in keyof T['columns']]: Held<
    T['columns'][Name],
    Omit<Values, 'timestamptz'> & { timestamptz: Date | string }
  >;
};

/** A row as a projection writes it: instants are ISO 8601 text. */
export type NewRow<C extends Columns> = { readonly [Name in keyof C]: Held<C[Name], Values> };

/** A value of any row that is written. */
export type Value = string | number | boolean | null;

/** One table of the read models: every change finds its row by the primary key. */
export type Table<C extends Columns = Columns, K extends keyof C & string = keyof C & string> = {
  readonly name: string;
  readonly columns: C;
  readonly key: readonly K[];
  /** Further indexes, by their name: columns, or what is said of one. */
  readonly indexes: Readonly<Record<string, readonly (keyof C & string)[] | TableIndex<keyof C & string>>>;
};

/** An index of some of a table's rows. */
export type TableIndex<Name extends string = string> = {
  readonly columns: readonly Name[];
  /** What is answered from the index alone, and not looked up by. */
  readonly include: readonly Name[];
  /** Rows that have one of these values in a column. */
  readonly where: { readonly column: Name; readonly among: readonly string[] };
};

/** Declares a table: all that is known of its columns stands here, and its rows, statements and DDL follow from it. */
export const defineTable = <const C extends Columns, const K extends keyof C & string>(
  name: string,
  key: readonly [K, ...K[]],
  columns: C,
  indexes: Table<C, K>['indexes'] = {},
): Table<C, K> => ({ name, key, columns, indexes });

/** A table's columns for a select by its alias; unlike `*` they do not change with the release that made the table. */
export const columnsOf = ({ columns }: Table, alias: string): string =>
  Object.keys(columns)
    .map((name) => `${alias}."${name}"`)
    .join(', ');

/** Whether a column of text holds one of some values, as SQL. */
export const among = (column: string, values: readonly string[]): string =>
  `${column} in (${values.map((value) => `'${value}'`).join(', ')})`;

const declared = (column: Column): ColumnType => (typeof column === 'string' ? column : column.type);

/** The PostgreSQL type of a column. */
export const typeOf = (column: Column): string => declared(column).replace('?', '');

/** Whether a column may be null. */
export const isNullable = (column: Column): boolean => declared(column).endsWith('?');
