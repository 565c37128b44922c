import { createHash, createHmac, type KeyObject } from 'node:crypto';
import type { Knex } from 'knex';
import { Rejection } from '@visita/contracts/problem';
import type { Exchange, Middleware } from '@visita/platform/http/register';
import { uuidFrom } from '@visita/platform/ids/uuid';
import { encrypt, decrypt } from '@visita/platform/vault/cipher';

type Row = {
  key_id: string;
  command_id: string;
  answer: Buffer | null;
  position: string | null;
  created: Date;
};
type Request = Readonly<{ keyId: string; commandId: string; proId: string | null }>;
type Deps = { knex: Knex; sealingKey: Uint8Array | KeyObject; now: () => Date };

const table = 'command.idempotency';
const keptHours = 24;
/**
 * Seconds after which an unanswered first request is considered dead. When it runs again, it finds
 * the events that it has already written.
 */
const runningSeconds = 30;

/** Scopes a client's key to the pro, not the session: a repeat may come after a new login. */
const keyIdOf = ({ name, caller, key }: Exchange): string => {
  const who = 'proId' in caller ? caller.proId : 'bookingId' in caller ? caller.bookingId : null;
  return uuidFrom(
    createHash('sha256')
      .update(JSON.stringify([name, who, key]))
      .digest(),
  );
};

const before = (now: () => Date, milliseconds: number) => new Date(now().getTime() - milliseconds);

/**
 * Returns the command id, a keyed hash: the id is stored in events permanently and derives from
 * personal data.
 */
const commandIdOf = (
  sealingKey: Deps['sealingKey'],
  keyId: string,
  { params, query, body }: Exchange,
): string =>
  uuidFrom(
    createHmac('sha256', sealingKey)
      .update(JSON.stringify([keyId, params, query, body]))
      .digest(),
  );

/** Returns the first answer, if any; null if this request is to run. */
const begin = async (deps: Deps, asked: Request): Promise<Row | null> => {
  const { knex, now } = deps;
  const { keyId, commandId, proId } = asked;
  await knex(table)
    .where('created', '<', before(now, keptHours * 3_600_000))
    .delete();
  const row = { key_id: keyId, command_id: commandId, pro_id: proId, created: now() };
  const inserted = await knex(table).insert(row).onConflict('key_id').ignore().returning('key_id');
  if (inserted.length > 0) return null;
  const first = await knex(table).where({ key_id: keyId }).first<Row | undefined>();
  if (!first) return begin(deps, asked);
  if (first.command_id !== commandId) throw new Rejection('idempotency-mismatch');
  if (first.answer) return first;
  const taken = await knex(table)
    .where({ key_id: keyId, created: first.created })
    .andWhere('created', '<', before(now, runningSeconds * 1000))
    .update({ created: now() });
  if (taken === 0) throw new Rejection('idempotency-in-progress');
  return null;
};

/**
 * Answers a repeated write (same caller, call and `Idempotency-Key`, within 24 h) with the first
 * answer; refuses another body under the same key. The command id derives from key and request, so
 * that a request that is repeated after a crash or a day finds exactly the events that it has
 * written. Answers are encrypted with a key derived from the client's key and the product's, so
 * that the table holds nothing readable. Answers of calls declared secret, such as a session or
 * recovery codes, are never stored.
 */
export const withIdempotency = (deps: Deps): Middleware => {
  const { knex, sealingKey, now } = deps;
  return async (exchange, run) => {
    const { key, call, caller } = exchange;
    if (key === null || call.secret || call.method === 'GET') return run();
    const sealing = createHmac('sha256', sealingKey).update(key).digest();
    const keyId = keyIdOf(exchange);
    const commandId = commandIdOf(sealingKey, keyId, exchange);
    const proId = 'proId' in caller ? caller.proId : null;
    const first = await begin(deps, { keyId, commandId, proId });
    if (first?.answer) return { body: decrypt(sealing, keyId, first.answer), position: first.position };
    const unanswered = () => knex(table).where({ key_id: keyId, command_id: commandId }).whereNull('answer');
    try {
      const outcome = await run(commandId);
      const { body, position } = outcome;
      await unanswered().update({ answer: encrypt(sealing, keyId, body), position });
      return outcome;
    } catch (error) {
      // After a refusal the key may be used again. After any other error some of the work may be
      // done: only the same request may be repeated, immediately.
      if (error instanceof Rejection) await unanswered().delete();
      else await unanswered().update({ created: before(now, runningSeconds * 1000 + 1) });
      throw error;
    }
  };
};
