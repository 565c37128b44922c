import type { Pool } from 'pg';

/** What the log was up to a position, when it was looked at. */
export type Seal = {
  readonly position: string;
  /** Of the chain, up to and with this position. */
  readonly hash: Buffer;
  /** Of the events since the seal before, {@link printLength} bytes each. */
  readonly prints: Buffer;
};

/** Bytes kept of each event's own hash. */
export const printLength = 4;

export type Seals = {
  /** All, oldest first. */
  all(): Promise<Seal[]>;
  put(seals: readonly Seal[]): Promise<void>;
  last(): Promise<(Seal & { readonly sealedAt: Date }) | null>;
};

/** Seals in a table of schema `operator`. */
export const createSeals = (pool: Pool, now: () => Date): Seals => ({
  all: async () => {
    const { rows } = await pool.query<Seal>(
      'select position, hash, prints from operator.seals order by position',
    );
    return rows;
  },
  put: async (seals) => {
    for (const { position, hash, prints } of seals) {
      await pool.query(
        `insert into operator.seals (position, hash, prints, sealed_at) values ($1, $2, $3, $4)
          on conflict (position) do nothing`,
        [position, hash, prints, now()],
      );
    }
  },
  last: async () => {
    const { rows } = await pool.query<Seal & { sealedAt: Date }>(
      `select position, hash, prints, sealed_at as "sealedAt" from operator.seals order by position desc limit 1`,
    );
    return rows[0] ?? null;
  },
});
