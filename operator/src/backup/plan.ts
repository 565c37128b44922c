/** What a backup takes of one schema. */
export type SchemaPlan = {
  readonly schema: string;
  /** Names of the steps of its history, as this release knows them. */
  readonly migrations: readonly string[];
  /** Tables that cannot be made again. */
  readonly kept: readonly string[];
  /** Of those kept: tables whose column `position` is one of the event store; a restore brings it along. */
  readonly positions?: readonly string[];
  /** Tables that are made again, or are worth nothing later, by name, and why; a text where that is all others. */
  readonly leftOut: Readonly<Record<string, string>> | string;
};

/** A table as `<schema>.<name>`. */
export const keptTables = (plans: readonly SchemaPlan[]): readonly string[] =>
  plans.flatMap(({ schema, kept }) => kept.map((table) => `${schema}.${table}`));

/** Tables of these schemas that nobody has decided on. */
export const undecided = (plans: readonly SchemaPlan[], tables: readonly string[]): readonly string[] =>
  tables.filter((name) => {
    const [schema, table = ''] = name.split('.');
    const plan = plans.find((one) => one.schema === schema);
    if (!plan || typeof plan.leftOut === 'string' || table.startsWith('migrations')) return false;
    return !plan.kept.includes(table) && !Object.hasOwn(plan.leftOut, table);
  });
