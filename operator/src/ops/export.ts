import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZones } from '@visita/contracts/availability/zones';
import { Rejection } from '@visita/contracts/problem';
import { createProjectedPosition } from '@visita/read-model/projected';
import { membershipsOf } from '@visita/query-service/clinic/membership';
import { createExports } from '@visita/query-service/personal-data/export';
import type { ExportFile } from '@visita/query-service/personal-data/export-parts';
import { BadRequest, defineOperation } from './frame.ts';
import { asOperator, type Operator } from './operator.ts';
import { type Naming, patientOf } from './people.ts';

const exportHelp = `Usage: npm run --silent ops -- export pro <pro id or email> [--out <file>]
       npm run --silent ops -- export patient <patient id> [--out <file>]
       npm run --silent ops -- export patient --pro <pro id or email> --email <email> [--out <file>]

Writes all data about a person as one JSON document, to standard output or into a new file that only its owner can read:
records, bookings, consents, mails from the send ledger, survey answers, and every event with its personal fields readable.
If a booking was handed over to another pro, each pro's document contains the part that was theirs. The output is JSON with
and without --json.
`;

/** Milliseconds to wait for the read models; those of a stopped product do not advance. */
const patience = 5_000;

export const exportAbout = async (
  operator: Operator,
  kind: string | undefined,
  naming: Naming,
): Promise<ExportFile> => {
  const { database, store, viewings, factors, log, now, strict } = operator;
  const projected = createProjectedPosition({ database, log });
  await projected.start();
  const settled = async (): Promise<void> => {
    if (await projected.reached(await store.head(), patience)) return;
    throw new BadRequest('The read models are behind: start the product, or run ops rebuild.');
  };
  const exports = createExports({
    pool: database.pool,
    store,
    viewings,
    passkeys: factors.passkeys,
    membershipsOf: (proId) => membershipsOf(database.pool, proId),
    mailsWaiting: async () => 0,
    zones: createZones(),
    clock: now,
    strict,
    settled,
  });
  try {
    if (kind === 'patient') {
      const { patientId } = await patientOf(operator, naming);
      const file = await exports.patient({ patientId, audience: 'operator', by: operator.cause().actor });
      await operator.record({ operation: 'export patient', targets: [patientId] });
      return file;
    }
    if (kind !== 'pro' || naming.id === undefined) throw new BadRequest(exportHelp);
    const proId = await operator.proOf(naming.id);
    const file = await exports.pro(proId, 'operator');
    await operator.record({ operation: 'export pro', targets: [proId] });
    return file;
  } catch (error) {
    if (error instanceof Rejection) throw new BadRequest('There is no data: this person was erased.');
    throw error;
  } finally {
    await projected.stop();
  }
};

export const runExport = defineOperation({
  help: exportHelp,
  options: { pro: { type: 'string' }, email: { type: 'string' }, out: { type: 'string' } },
  run: ({ values: { pro, email, out }, positionals: [kind, id] }, run) =>
    asOperator(run, async (operator) => {
      const { chunks } = await exportAbout(operator, kind, { id, pro, email });
      const target =
        out === undefined ? process.stdout : createWriteStream(out, { flags: 'wx', mode: 0o600 });
      await pipeline(Readable.from(chunks), target, { end: out !== undefined });
      return null;
    }),
});
