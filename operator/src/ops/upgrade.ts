import { readAnyRelease } from '@visita/platform/event-store/postgres';
import { backupKept, diskHasSpace } from '../doctor/keeping.ts';
import { lookAt } from '../doctor/check.ts';
import { migrationsFit } from '../doctor/migrations.ts';
import { readModelsKept, roomToRebuild, wayBack } from '../doctor/upgrade.ts';
import { knownSteps } from '../backup/plans.ts';
import { answerOf, lookInto, storeOf } from './doctor.ts';
import { BadRequest, defineOperation } from './frame.ts';

const upgradeHelp = `Usage: npm run --silent ops -- upgrade --check

Describes what the next start of this release will do to the database: which tables it changes, whether the former release
can be started again afterwards and which events it could not read, whether read models are rebuilt and roughly how long
that takes, whether the disk has room, and how old the last backup is. It changes nothing; the start itself upgrades. Run
it from the new release while the former one still runs.

The JSON answer is { ok, findings: [{ name, state, detail, todo }] }. Exits with 1 if something is wrong: the database or
its events are of a newer release, the disk has no room, or there is no backup of the last two days.
`;

const pendingInWords = (pending: readonly string[]): string => `the next start runs ${pending.join(', ')}`;

export const runUpgrade = defineOperation({
  help: upgradeHelp,
  options: { check: { type: 'boolean', default: false } },
  run: async ({ values }, run) => {
    if (!values.check)
      throw new BadRequest('The next start upgrades. upgrade --check describes what it will do.');
    const { config, log } = run;
    const now = () => new Date();
    const findings = await lookInto(run, async (database) => {
      const { store } = await storeOf(config, database, log);
      const streams = config.eventStoreUrl ? store : readAnyRelease(database.pool);
      const deps = { pool: database.pool, now };
      // The disk of an external database cannot be checked.
      const place = config.databaseUrl ? null : config.varDirectory;
      try {
        return await lookAt([
          migrationsFit(deps, knownSteps, pendingInWords),
          wayBack(deps, knownSteps),
          readModelsKept(deps, store),
          ...(place === null ? [] : [diskHasSpace(place), roomToRebuild(deps, place)]),
          backupKept({ store: streams, now, needed: true, scheduled: false }),
        ]);
      } finally {
        await store.close();
      }
    });
    return answerOf(findings);
  },
});
