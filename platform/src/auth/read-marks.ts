import type { Database } from '../postgres/connect.ts';

/** Notices that an account has read, by the positions of their events. */
export type ReadMark = {
  /** All notices up to this position are read. */
  readonly until: string;
  /** Later notices that were read one by one. */
  readonly single: readonly string[];
};

export type ReadMarks = {
  /** Returns an account's mark. The first call sets it to `head`, so that only later notices are unread. */
  of(proId: string, head: string): Promise<ReadMark>;
  readUntil(proId: string, position: string): Promise<void>;
  readSingle(proId: string, positions: readonly string[]): Promise<void>;
  remove(proId: string): Promise<void>;
};

/** Maximum number of notices marked one by one; beyond it the mark moves up to the oldest of them. */
const singleMaximum = 500;

const ofSql = 'select until, single from auth.read_marks where pro_id = $1';
const beginSql = `
  insert into auth.read_marks (pro_id, until) values ($1, $2)
  on conflict (pro_id) do update set until = auth.read_marks.until returning until, single`;
const untilSql = `
  insert into auth.read_marks as m (pro_id, until) values ($1, $2)
  on conflict (pro_id) do update set until = greatest(m.until, excluded.until),
    single = array(select one from unnest(m.single) one where one > greatest(m.until, excluded.until))`;
// Without a mark, everything up to the latest of these notices counts as read.
const singleSql = `
  insert into auth.read_marks as m (pro_id, until) values ($1, (select max(one) from unnest($2::text[]) one))
  on conflict (pro_id) do update set (until, single) = (
    with ranked as (
      select one, row_number() over (order by one desc) as nth
      from (select unnest(m.single || $2::text[]) as one union select m.until) every where one >= m.until
    )
    select greatest(m.until, max(one) filter (where nth > ${singleMaximum})),
      coalesce(array_agg(one order by one) filter (where nth <= ${singleMaximum} and one > m.until), '{}')
    from ranked)`;

/** Stores the marks in the PostgreSQL schema `auth`: one row per account, whatever the number of notices. */
export const createReadMarks = ({ pool }: Pick<Database, 'pool'>): ReadMarks => ({
  of: async (proId, head) => {
    const found = await pool.query<ReadMark>({ name: 'read-mark', text: ofSql, values: [proId] });
    const [mark = { until: head, single: [] }] =
      found.rows.length > 0 ? found.rows : (await pool.query<ReadMark>(beginSql, [proId, head])).rows;
    return mark;
  },
  readUntil: async (proId, position) => void (await pool.query(untilSql, [proId, position])),
  readSingle: async (proId, positions) => void (await pool.query(singleSql, [proId, positions])),
  remove: async (proId) => void (await pool.query('delete from auth.read_marks where pro_id = $1', [proId])),
});
