import { randomUUID } from 'node:crypto';
import { createClaims } from '@visita/command-service/account/claims';
import { createDomain, type Domain } from '@visita/command-service/domain';
import { readConfig } from '@visita/platform/config';
import type { Cause } from '@visita/platform/decider';
import { createLogger } from '@visita/platform/logger';
import { type Core, openCore } from '../compose.ts';

/** What an operator asked for is not there, or makes no sense; the message says what to do. */
export class BadRequest extends Error {}

type Desk = Pick<Core, 'database' | 'store' | 'pseudonyms' | 'sessions' | 'now' | 'log'>;

/** What operations on people work with. */
export type Operator = Desk & {
  readonly domain: Domain;
  /** The id of a pro, by id or email. */
  proOf(idOrEmail: string): Promise<string>;
  /** Of what is done in the operator's name. */
  cause(): Cause;
};

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether a text can be an id. */
export const isId = (text: string): boolean => uuid.test(text);

/** The operator's own way to the core, past all calls. */
export const createOperator = (core: Desk & Pick<Core, 'hash'>): Operator => {
  const { store, now, hash } = core;
  const domain = createDomain(store);
  const claims = createClaims({ domain, hash });
  const proOf = async (idOrEmail: string): Promise<string> => {
    const id = isId(idOrEmail) ? idOrEmail : await claims.ownerOf('email', idOrEmail.toLowerCase());
    const status = id === null ? 'none' : (await domain.pros.load(id)).state.status;
    if (id === null || status === 'none' || status === 'abandoned')
      throw new BadRequest('There is no such pro.');
    return id;
  };
  const cause = (): Cause => {
    const id = randomUUID();
    return { id, correlationId: id, actor: 'operator:ops', time: now().toISOString() };
  };
  return { ...core, domain, proOf, cause };
};

/** Runs an operation on the database, which a running product shares; 2 where it was asked for in a wrong way. */
export const asOperator = async (work: (operator: Operator) => Promise<number>): Promise<number> => {
  const log = createLogger({ name: 'ops', level: 'warn' });
  const core = await openCore(readConfig(process.env), log, { attach: true });
  try {
    return await work(createOperator(core));
  } catch (error) {
    if (!(error instanceof BadRequest)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 2;
  } finally {
    await core.close();
  }
};
