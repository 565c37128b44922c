import { RotationRefused, rotateKeys } from '../keys/rotate.ts';
import { dropUnused } from '../keys/drop.ts';
import { BadRequest, defineOperation, type Run } from './frame.ts';
import { ringPlaceOf } from './key-place.ts';
import { asOperator, type Operator } from './operator.ts';

const rotateHelp = `Usage: npm run --silent ops -- rotate
       npm run --silent ops -- rotate --drop

Changes to a new root key while the product runs: adds it to the key ring, waits until every process knows it, and wraps
every person's key with it. The data itself is not encrypted again. If it is interrupted, run it again: it resumes.
Sessions continue and mailed links stay valid: the ring keeps older root keys for the purposes that still need them.

Save a copy of the ring before and after. Older backups need the ring of their time.

If the ring is not in a writable file here, \`ops keys --add\` prints it with a new root key: replace the ring with it,
restart every process, and run this.

  --drop  only removes unused keys from the ring

The JSON answer is { version, rewrapped, dropped, waiting }; waiting names the purposes that still use older keys.
`;

/** Lock: of two rotations at once, one would wrap with a version that the other has not announced. */
const lockSql = "select pg_try_advisory_lock(hashtextextended('visita.rotate', 0)) as held";

const alone = async <Answered>({ database }: Operator, work: () => Promise<Answered>): Promise<Answered> => {
  const client = await database.pool.connect();
  try {
    const { rows } = await client.query<{ held: boolean }>(lockSql);
    if (!rows[0]?.held) throw new BadRequest('Keys are being rotated already.');
    return await work();
  } finally {
    // Closes the connection, which releases the lock.
    client.release(true);
  }
};

const rotate = async (operator: Operator, run: Run, drop: boolean) => {
  const { config, database, keys, now, record } = operator;
  const { pool } = database;
  const place = await ringPlaceOf(config);
  const onProgress = (done: number, total: number) => run.progress({ what: 'keys', done, total });
  const rotated = drop ? null : await rotateKeys({ pool, keys, place, onProgress });
  const { dropped, ring, waiting } = await dropUnused({ pool, keys, place, now });
  const counts = rotated ? { version: rotated.version, rewrapped: rotated.rewrapped } : {};
  await record({ operation: 'rotate', counts });
  const lines = [
    ...(rotated
      ? [`Version ${rotated.version} is used, ${rotated.rewrapped} keys were wrapped with it.`]
      : []),
    ...(dropped
      ? ['What nothing uses any more was taken from the key ring: copy it to where you keep it.']
      : []),
    ...(ring === null ? [] : ['Put this in the place of the key ring:', ring.trim()]),
    ...(waiting.length > 0 ? [`Older keys are still used for ${waiting.join(', ')}.`] : []),
  ];
  return { answer: { ...rotated, dropped, waiting }, text: lines.join('\n') || 'Nothing is unused.' };
};

export const runRotate = defineOperation({
  help: rotateHelp,
  options: { drop: { type: 'boolean', default: false } },
  run: ({ values: { drop } }, run) =>
    asOperator(run, (operator) =>
      alone(operator, () => rotate(operator, run, drop)).catch((error: unknown) => {
        throw error instanceof RotationRefused ? new BadRequest(error.message) : error;
      }),
    ),
});
