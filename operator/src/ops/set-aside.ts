import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { dropMisfits, findMisfits, type Misfit } from '@visita/platform/vault/fitting';
import { BadRequest, defineOperation } from './frame.ts';
import { asOperator } from './operator.ts';

const setAsideHelp = `Usage: npm run --silent ops -- set-aside
       npm run --silent ops -- set-aside <new file>

Lists persons, clinics and accounts whose keys this key ring cannot decrypt, because the product wrote them with another
master key. The product cannot read their data, and verify and rebuild stop at their events.

With a file, it moves their wrapped keys from the vault into the file: their personal data then counts as erased, and
verify and rebuild work again. Run ops rebuild afterwards. Keep the file and the other master key: both are needed to
read that data again.

The JSON answer is { setAside, subjects: [{ subject, created }] }. Exits with 1 if any are found and not set aside.
`;

const lineOf = ({ subject, version, created, wrapped }: Misfit): string =>
  `${JSON.stringify({ subject, version, created: created.toISOString(), wrapped: wrapped.toString('base64') })}\n`;

const tellOf = (found: readonly Misfit[], path: string | undefined): string => {
  if (found.length === 0) return 'This key ring decrypts every key of the vault.';
  const lines = found.map(({ subject, created }) => `${created.toISOString()} ${subject}`);
  const nextStep = path === undefined ? 'Give a new file to set them aside.' : `Their keys are in ${path}.`;
  return [...lines, nextStep].join('\n');
};

export const runSetAside = defineOperation({
  help: setAsideHelp,
  options: {},
  run: ({ positionals: [given, ...more] }, run) => {
    if (more.length > 0) throw new BadRequest(setAsideHelp);
    const path = given === undefined ? undefined : resolve(given);
    return asOperator(run, async ({ database, keys, now, record }) => {
      const found = await findMisfits({ pool: database.pool, wrapping: keys.for('wrapping') });
      const setAside = path !== undefined && found.length > 0;
      if (setAside) {
        // Synced to disk before anything is removed from the vault.
        await writeFile(path, found.map(lineOf).join(''), { flag: 'wx', mode: 0o600, flush: true });
        await dropMisfits(database.pool, found, now());
        await record({
          operation: 'set aside',
          targets: found.map(({ subject }) => subject).slice(0, 1_000),
          counts: { keys: found.length },
        });
      }
      const subjects = found.map(({ subject, created }) => ({ subject, created: created.toISOString() }));
      const code = found.length > 0 && !setAside ? 1 : 0;
      return { answer: { setAside, subjects }, text: tellOf(found, path), code };
    });
  },
});
