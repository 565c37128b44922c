import type { Column, NewRow, Table, Value } from './table.ts';

type Row = Record<string, Value>;

/** Change of a row: replace it, update columns if it exists, or remove it. */
type Change =
  | { kind: 'put'; row: Row }
  | { kind: 'patch'; key: Row; set: Row }
  | { kind: 'remove'; key: Row };

/** Changes of one table, at most one per primary key. */
export type TableChanges = {
  readonly table: Table;
  readonly puts: readonly Row[];
  readonly patches: readonly { readonly key: Row; readonly set: Row }[];
  readonly removes: readonly Row[];
};

/** Row changes recorded by handlers; written when the whole batch is folded. */
export type Rows = {
  /** Inserts or replaces the row. */
  put<C extends Record<string, Column>, K extends keyof C & string>(table: Table<C, K>, row: NewRow<C>): void;
  /** Updates columns of the row with this key, if it exists. */
  patch<C extends Record<string, Column>, K extends keyof C & string>(
    table: Table<C, K>,
    key: Pick<NewRow<C>, K>,
    set: Partial<Omit<NewRow<C>, K>>,
  ): void;
  /** Removes the row with this key, if it exists. */
  remove<C extends Record<string, Column>, K extends keyof C & string>(
    table: Table<C, K>,
    key: Pick<NewRow<C>, K>,
  ): void;
};

/** Row changes of a batch, merged per primary key in order. */
export type UnitOfWork = Rows & {
  changes(): TableChanges[];
  /** Number of changed rows. */
  size(): number;
};

export const createUnitOfWork = (): UnitOfWork => {
  const tables = new Map<Table, Map<string, Change>>();

  const changesOf = (table: Table): Map<string, Change> => {
    let changes = tables.get(table);
    if (!changes) tables.set(table, (changes = new Map<string, Change>()));
    return changes;
  };

  return {
    put: (table, row) => {
      const plain = table as unknown as Table;
      changesOf(plain).set(identity(plain, row), { kind: 'put', row: row });
    },
    patch: (table, key, set) => {
      const plain = table as unknown as Table;
      const changes = changesOf(plain);
      const name = identity(plain, key);
      changes.set(name, patched(changes.get(name), key, set as Row));
    },
    remove: (table, key) => {
      const plain = table as unknown as Table;
      changesOf(plain).set(identity(plain, key), { kind: 'remove', key: key });
    },
    size: () => [...tables.values()].reduce((sum, changes) => sum + changes.size, 0),
    changes: () => [...tables].map(([table, changes]) => sorted(table, changes.values())),
  };
};

const identity = (table: Table, row: Row): string =>
  table.key.length === 1 ? String(row[table.key[0] as string]) : table.key.map((name) => row[name]).join('|');

const patched = (before: Change | undefined, key: Row, set: Row): Change => {
  if (!before) return { kind: 'patch', key, set };
  if (before.kind === 'put') return { kind: 'put', row: { ...before.row, ...set } };
  if (before.kind === 'patch') return { kind: 'patch', key, set: { ...before.set, ...set } };
  return before;
};

const sorted = (table: Table, changes: Iterable<Change>): TableChanges => {
  const puts: Row[] = [];
  const patches: { key: Row; set: Row }[] = [];
  const removes: Row[] = [];
  for (const change of changes) {
    if (change.kind === 'put') puts.push(change.row);
    else if (change.kind === 'patch') patches.push(change);
    else removes.push(change.key);
  }
  return { table, puts, patches, removes };
};
