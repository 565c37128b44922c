import type { Pool, PoolClient } from 'pg';

/** One scan of a table: method, rows read and rows kept. */
export type Scan = {
  readonly table: string;
  readonly how: string;
  readonly read: number;
  readonly kept: number;
};

/** A statement as PostgreSQL executed it. */
export type ExecutedPlan = { readonly statement: string; readonly scans: readonly Scan[] };

/** Plan of a prepared statement: custom or generic. */
export type PlanMode = 'force_custom_plan' | 'force_generic_plan';

/**
 * Records the plan of each statement of a pool, triggers included (`auto_explain`, which needs a superuser).
 */
export const listenToPlans = async (pool: Pool) => {
  const plans: ExecutedPlan[] = [];
  const hear = ({ message = '' }: { message?: string | undefined }) => {
    const json = message.slice(message.indexOf('{'));
    const { 'Query Text': statement, Plan: plan } = JSON.parse(json) as { 'Query Text': string; Plan: Node };
    plans.push({ statement, scans: scansOf(plan) });
  };
  const onEach = async (act: (client: PoolClient) => Promise<unknown>) => {
    const clients = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
    await Promise.all(clients.map(act));
    for (const client of clients) client.release();
  };
  await onEach((client) => {
    client.on('notice', hear);
    return client.query(`load 'auto_explain'; set auto_explain.log_analyze = on; set auto_explain.log_format = json;
      set auto_explain.log_level = notice; set auto_explain.log_min_duration = 0;
      set auto_explain.log_nested_statements = on`);
  });
  return {
    /** Returns the plans of the statements in `work`. */
    during: async (mode: PlanMode, work: () => Promise<unknown>): Promise<readonly ExecutedPlan[]> => {
      await onEach((client) => client.query(`set plan_cache_mode = ${mode}`));
      plans.length = 0;
      await work();
      return [...plans];
    },
  };
};

type Node = {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly Plans?: readonly Node[];
};

const scansOf = (node: Node): Scan[] => {
  const below = (node.Plans ?? []).flatMap(scansOf);
  const table = node['Relation Name'];
  if (table === undefined) return below;
  const loops = node['Actual Loops'];
  const kept = node['Actual Rows'] * loops;
  const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
  return [{ table, how: node['Node Type'], read: kept + removed * loops, kept }, ...below];
};
