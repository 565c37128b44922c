import { randomUUID } from 'node:crypto';
import { createClaims } from '@visita/command-service/claim/claims';
import { createDomain, type Domain } from '@visita/command-service/domain';
import { createRecordOperation, operatorActor, type Performed, type RecordOperation } from '../record.ts';
import type { Cause } from '@visita/platform/runtime/decider';
import { type Core, openCore } from '../core.ts';
import { BadRequest, type Run } from './frame.ts';
import { requireProduct } from './product-there.ts';

type Desk = Pick<
  Core,
  | 'config'
  | 'database'
  | 'keys'
  | 'store'
  | 'stored'
  | 'hash'
  | 'pseudonyms'
  | 'viewings'
  | 'sessions'
  | 'factors'
  | 'signUps'
  | 'strict'
  | 'now'
  | 'log'
>;

export type Operator = Desk & {
  readonly domain: Domain;
  /** Returns the id of a pro, given an id or email. */
  proOf(idOrEmail: string): Promise<string>;
  /** Returns the cause for commands of this operator. */
  cause(): Cause;
  /** Records a change with the run's reason. */
  readonly record: RecordOperation;
};

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const isId = (text: string): boolean => uuid.test(text);

/** Creates an operator's direct access to the core, without API calls. */
export const createOperator = (
  core: Desk,
  { operator, reason }: Pick<Run, 'operator' | 'reason'>,
): Operator => {
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
  const of = { correlationId: randomUUID(), actor: operatorActor(operator) };
  const cause = (): Cause => ({ ...of, id: randomUUID(), time: now().toISOString() });
  const recording = createRecordOperation({ store, now, cause: of });
  const record = (performed: Performed) => recording({ reason, ...performed });
  return { ...core, domain, proOf, cause, record };
};

/** Connections: enough for a comparison or a rebuild. */
const poolSize = 8;

/** Runs an operation on an existing product's database; shares that of a running product. */
export const asOperator = async <Answered>(
  run: Run,
  work: (operator: Operator) => Promise<Answered>,
): Promise<Answered> => {
  const { config, log } = run;
  await requireProduct(config, log);
  const databasePoolSize = Math.max(config.databasePoolSize, poolSize);
  const core = await openCore({ ...config, databasePoolSize }, log, { useRunning: true });
  try {
    return await work(createOperator(core, run));
  } finally {
    await core.close();
  }
};
