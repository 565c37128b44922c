import type { Database } from '@visita/platform/postgres/connect';
import { createClient, succeed } from '../../tests/support/http.ts';
import type { ClientRequest } from './clients.ts';
import { freeTimes } from './free-times.ts';
import { createMix, type MixScene } from './mix-requests.ts';
import type { Practice } from './practices.ts';

export type MixLoadOptions = {
  address: string;
  practices: readonly Practice[];
  pool: Database['pool'];
  /** Returns the token of the confirmation link in the patient's mail. */
  confirmToken(bookingId: string): string;
};

const movableEach = 5;

const placeMovable = async (address: string, open: readonly Practice[]): Promise<MixScene['movable']> => {
  const { call } = createClient(address);
  const place = async (practice: Practice, index: number) => {
    const { date } = freeTimes([practice], { from: 35, days: 1 })(index);
    const patient = {
      name: 'Carla Neri',
      email: `carla${index}@visita.example`,
      prefix: '+39',
      phone: '3331112222',
    };
    const body = { booking: { hubServiceId: practice.hubServiceId, date }, patient };
    return { id: (await succeed(call('placeBooking', { body, token: practice.token }))).data.id, practice };
  };
  const placed: MixScene['movable'][number][] = [];
  for (const practice of open) {
    placed.push(...(await Promise.all(indices.map((index) => place(practice, index)))));
  }
  return placed;
};

const indices = Array.from({ length: movableEach }, (_, index) => index);

/** Creates the requests of consecutive rounds: those not sent in one round are sent in the next. */
export const createMixLoad = async (options: MixLoadOptions) => {
  const { address, practices, pool, confirmToken } = options;
  const movable = await placeMovable(address, practices);
  const tokens: string[] = [];
  const make = createMix({ practices, movable, token: () => tokens.shift() ?? null });
  const waiting: ClientRequest[] = [];
  let sentLast = 0;
  let seen = await headOf(pool);

  /** Collects the links of the patients who booked in the previous round. */
  const takeTokens = async (): Promise<void> => {
    const { rows } = await pool.query<{ id: string; position: string }>(placedByPatients, [seen]);
    // One by one: there may be more than the maximum of arguments.
    for (const { id } of rows) tokens.push(confirmToken(id));
    seen = rows.at(-1)?.position ?? seen;
  };
  return {
    next: async (): Promise<readonly ClientRequest[]> => {
      await takeTokens();
      // Enough for one client's first round, and for a round with four times as many clients as the last.
      while (waiting.length < 12_000 + 5 * sentLast) waiting.push(make());
      return waiting;
    },
    used: (count: number): void => {
      waiting.splice(0, count);
      sentLast = count;
    },
    peek: () => Array.from({ length: 20 }, make),
  };
};

const headOf = async (pool: Database['pool']): Promise<string> => {
  const sql = 'select coalesce(max(position), 0)::text as head from eventstore.events';
  return (await pool.query<{ head: string }>(sql)).rows[0]!.head;
};

const placedByPatients = `
  select data->>'bookingId' as id, position from eventstore.events
  where type = 'BookingPlaced' and data->>'confirmBy' is not null and position > $1 order by position`;
