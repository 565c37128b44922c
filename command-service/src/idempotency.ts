import { createHmac } from 'node:crypto';
import type { Knex } from 'knex';
import { idempotencyHeader } from '@visita/contracts/api/headers';
import { Rejection } from '@visita/contracts/problem';
import type { Around, Exchange, Outcome } from '@visita/platform/http/register';
import { seal, unseal } from '@visita/platform/vault/sealed';

type Row = {
  command_id: string;
  request: Buffer;
  answer: Buffer | null;
  position: string | null;
  created: Date;
};
type Deps = { knex: Knex; sealingKey: Buffer; now: () => Date };

const table = 'command.idempotency';
const keptHours = 24;
/** After this long without an answer the first request is taken for dead; running it again finds its own work. */
const runningSeconds = 30;

/**
 * Answers a repeated write (same caller, call and `Idempotency-Key`, within 24 h) with the first answer; another body
 * under the same key is refused. Answers are sealed with a key made of the client's own key and the product's, so
 * that the table holds nothing readable about a person. A login is never remembered.
 */
export const withIdempotency = ({ knex, sealingKey, now }: Deps): Around => {
  const keyOf = (key: string) => createHmac('sha256', sealingKey).update(key).digest();

  const fingerprint = (key: Buffer, { params, query, body }: Exchange) =>
    createHmac('sha256', key)
      .update(JSON.stringify([params, query, body]))
      .digest();

  const before = (milliseconds: number) => new Date(now().getTime() - milliseconds);

  /** The first answer where there is one; null where this request is the one to run. */
  const begin = async (commandId: string, key: Buffer, request: Buffer): Promise<Outcome | null> => {
    await knex(table)
      .where('created', '<', before(keptHours * 3_600_000))
      .delete();
    const row = { command_id: commandId, request, created: now() };
    const inserted = await knex(table).insert(row).onConflict('command_id').ignore().returning('command_id');
    if (inserted.length > 0) return null;
    const first = await knex(table).where({ command_id: commandId }).first<Row | undefined>();
    if (!first) return begin(commandId, key, request);
    if (!first.request.equals(request)) throw new Rejection('idempotency-mismatch');
    if (first.answer) return { body: unseal(key, commandId, first.answer), position: first.position };
    const taken = await knex(table)
      .where({ command_id: commandId, created: first.created })
      .andWhere('created', '<', before(runningSeconds * 1000))
      .update({ created: now() });
    if (taken === 0) throw new Rejection('idempotency-in-progress');
    return null;
  };

  return async (exchange, run) => {
    const header = exchange.requestHeader(idempotencyHeader);
    if (header === undefined || exchange.name === 'logIn' || exchange.call.method === 'GET') return run();
    const key = keyOf(header);
    const command_id = exchange.request.commandId;
    const repeated = await begin(command_id, key, fingerprint(key, exchange));
    if (repeated) return repeated;
    try {
      const outcome = await run();
      const { body, position } = outcome;
      await knex(table)
        .where({ command_id })
        .update({ answer: seal(key, command_id, body), position });
      return outcome;
    } catch (error) {
      const row = knex(table).where({ command_id });
      // A refusal may be followed by a better try with the same key. After anything else some of it may be done: only
      // the same request may go on, at once.
      if (error instanceof Rejection) await row.delete();
      else await row.update({ created: before(runningSeconds * 1000 + 1) });
      throw error;
    }
  };
};
