import type { TableChanges } from './rows.ts';
import { typeOf, type Table, type Value } from './table.ts';

export type Statement = { readonly text: string; readonly values: string[] };

/** Returns the COPY statement for whole rows. Deleting and copying takes half the time of an upsert. */
export const copyOf = (schema: string, table: Table): string =>
  `copy ${schema}.${table.name} (${quoted(Object.keys(table.columns))}) from stdin`;

/**
 * Returns the statements that write a table's changes: one for whole rows, one per set of updated columns, one for
 * removals. Values are passed as array literals, which PostgreSQL reads about as fast as COPY.
 */
export const statementsOf = (schema: string, changes: TableChanges): Statement[] => {
  const { table, puts, patches, removes } = changes;
  const statements: Statement[] = [];
  if (puts.length > 0) statements.push(upsert(schema, table, puts));
  for (const group of bySetColumns(patches).values()) statements.push(update(schema, table, group));
  if (removes.length > 0) statements.push(deletion(schema, table, removes));
  return statements;
};

type Row = Readonly<Record<string, Value>>;
type Patch = TableChanges['patches'][number];

const upsert = (schema: string, table: Table, rows: readonly Row[]): Statement => {
  const columns = Object.keys(table.columns);
  const others = columns.filter((name) => !table.key.includes(name));
  const action =
    others.length === 0
      ? 'nothing'
      : `update set ${others.map((name) => `"${name}" = excluded."${name}"`).join(', ')}`;
  return {
    text: `insert into ${schema}.${table.name} (${quoted(columns)}) select * from ${unnest(table, columns)}
      on conflict (${quoted(table.key)}) do ${action}`,
    values: columns.map((name) => column(table, name, rows)),
  };
};

const update = (schema: string, table: Table, patches: readonly Patch[]): Statement => {
  const set = Object.keys(patches[0]?.set ?? {});
  const columns = [...table.key, ...set];
  const rows = patches.map((patch) => ({ ...patch.key, ...patch.set }));
  return {
    text: `update ${schema}.${table.name} t set ${set.map((name) => `"${name}" = v."${name}"`).join(', ')}
      from ${unnest(table, columns)} where ${sameKey(table)}`,
    values: columns.map((name) => column(table, name, rows)),
  };
};

/** Returns the statement that deletes rows by key. */
export const deletion = (schema: string, table: Table, keys: readonly Row[]): Statement => ({
  text: `delete from ${schema}.${table.name} t using ${unnest(table, table.key)} where ${sameKey(table)}`,
  values: table.key.map((name) => column(table, name, keys)),
});

const quoted = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ');

const sameKey = (table: Table): string => table.key.map((name) => `t."${name}" = v."${name}"`).join(' and ');

const unnest = (table: Table, names: readonly string[]): string => {
  const arrays = names.map((name, index) => `$${index + 1}::${typeOf(table.columns[name] ?? 'text')}[]`);
  return `unnest(${arrays.join(', ')}) as v(${quoted(names)})`;
};

const bySetColumns = (patches: readonly Patch[]): Map<string, Patch[]> => {
  const groups = new Map<string, Patch[]>();
  for (const patch of patches) {
    const names = Object.keys(patch.set).sort().join();
    const group = groups.get(names);
    if (group) group.push(patch);
    else groups.set(names, [patch]);
  }
  groups.delete('');
  return groups;
};

const column = (table: Table, name: string, rows: readonly Row[]): string => {
  const isText = typeOf(table.columns[name] ?? 'text') === 'text';
  let literal = '';
  for (const row of rows) {
    const value = row[name] ?? null;
    // Ids, numbers, booleans and instants need no quoting in an array literal.
    literal += isText && value !== null ? `,${quotedText(String(value))}` : `,${value}`;
  }
  return `{${literal.slice(1)}}`;
};

const special = /["\\]/;
const quotedText = (text: string): string =>
  special.test(text) ? `"${text.replaceAll(/["\\]/g, '\\$&')}"` : `"${text}"`;

/** Returns rows in COPY's text format. */
export const copyText = (table: Table, rows: readonly Row[]): string => {
  const columns = Object.keys(table.columns);
  let text = '';
  for (const row of rows) {
    let separator = '';
    for (const name of columns) {
      const value = row[name] ?? null;
      text +=
        separator + (value === null ? '\\N' : typeof value === 'string' ? copyValue(value) : String(value));
      separator = '\t';
    }
    text += '\n';
  }
  return text;
};

const copySpecial = /[\\\t\n\r]/;
const copyEscapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };
const copyValue = (value: string): string =>
  copySpecial.test(value) ? value.replaceAll(/[\\\t\n\r]/g, (found) => copyEscapes[found] ?? found) : value;
