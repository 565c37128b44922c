import type { TextStanding } from '@visita/contracts/messages/settings';
import type { Messaging } from '@visita/platform/messages/messaging';
import type { Pool } from 'pg';

type Deps = {
  readonly pool: Pool;
  readonly messaging: Pick<Messaging, 'gateways' | 'credentials' | 'callbacks'>;
  readonly clock: () => Date;
};

/** Reads the SMS providers that a pro can choose, and counts the pro's texts. */
export type TextStandingOf = (proId: string) => Promise<TextStanding>;

const monthSql = `
  select count(*)::int as texts from messages.texts where pro_id = $1 and state not in ('refused', 'dropped')
    and created >= date_trunc('month', $2::timestamptz at time zone 'UTC') at time zone 'UTC'`;

export const createTextStanding =
  ({ pool, messaging, clock }: Deps): TextStandingOf =>
  async (proId) => {
    const { gateways, credentials, callbacks } = messaging;
    const { stopped, providers } = await gateways.current();
    const { rows } = await pool.query<{ texts: number }>(monthSql, [proId, clock()]);
    const offered = Object.entries(providers).map(async ([name, { title, credentials: names, answers }]) => ({
      name,
      title,
      credentials: names,
      ready: names.length === 0 || (await credentials.has({ proId, provider: name })),
      answers_to: answers ? callbacks.addressOf(name, { pro: proId }) : null,
    }));
    return { providers: await Promise.all(offered), stopped, this_month: rows[0]?.texts ?? 0 };
  };
