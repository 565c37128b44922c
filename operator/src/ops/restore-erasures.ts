import { setTimeout as delay } from 'node:timers/promises';
import { createErasureJournal, type Erasure, readErasures } from '@visita/platform/vault/erasures';
import { eraseClinic } from '@visita/command-service/processes/erase-clinic';
import type { Core } from '../core.ts';
import { askErasure, type Subject } from './erase.ts';
import { isId, type Operator } from './operator.ts';

type Desk = Operator & Pick<Core, 'vault' | 'commands'>;

/** Whose key is not destroyed, of these. */
const remaining = async ({ database }: Desk, erasures: readonly Erasure[]): Promise<Erasure[]> => {
  const { rows } = await database.pool.query<{ subject: string }>(
    'select subject from vault.keys where subject = any($1) and wrapped is null',
    [erasures.map(({ subject }) => subject)],
  );
  const gone = new Set(rows.map(({ subject }) => subject));
  return erasures.filter(({ subject }) => !gone.has(subject));
};

/** A clinic goes at once: its patients were told before it went the first time. */
const eraseClinicAgain = async (desk: Desk, { subject }: Erasure): Promise<void> => {
  const clinicId = subject.slice('clinic-'.length);
  const { status } = (await desk.domain.clinics.load(clinicId)).state;
  await (status === 'none' ? desk.vault.erase(subject) : eraseClinic(desk, clinicId, desk.cause()));
};

/** Who is meant, as far as the backup knows them; null where it knows no record and no booking. */
const subjectOf = async ({ domain, database }: Desk, { subject }: Erasure): Promise<Subject | null> => {
  const [about, id] = [subject.slice(0, subject.indexOf('-')), subject.slice(subject.indexOf('-') + 1)];
  if (!isId(id)) return null;
  if (about === 'pro') {
    const { status } = (await domain.pros.load(id)).state;
    return status === 'none' ? null : { about: 'pro', id, proId: id };
  }
  const { state } = await domain.patients.load(id);
  if (state.status !== 'none') return { about: 'patient', id, proId: state.proId };
  const { rows } = await database.pool.query<{ proId: string }>(
    'select pro_id as "proId" from command.patient_bookings where patient_id = $1 and pro_id is not null limit 1',
    [id],
  );
  return rows[0] ? { about: 'patient', id, proId: rows[0].proId } : null;
};

/** Notes them with their own time: the vault adds the restore's once it erases them. */
const keep = async ({ config, now }: Desk, erasures: readonly Erasure[]): Promise<void> => {
  const kept = new Set(((await readErasures(config.erasureJournal)) ?? []).map(({ subject }) => subject));
  const journal = createErasureJournal(config.erasureJournal, now);
  for (const { subject, time } of erasures) if (!kept.has(subject)) await journal.note(subject, time);
};

/**
 * Erases again the persons erased after the backup: asks for it as it was asked for then, and runs the processes until
 * their keys are destroyed. What remains, such as saying so, the product does once it runs. Answers how many.
 */
export const eraseAgain = async (desk: Desk, erasures: readonly Erasure[], wait: number): Promise<number> => {
  await keep(desk, erasures);
  const again = await remaining(desk, erasures);
  if (again.length === 0) return 0;
  for (const erasure of again) {
    if (erasure.subject.startsWith('clinic-')) {
      await eraseClinicAgain(desk, erasure);
      continue;
    }
    const subject = await subjectOf(desk, erasure);
    if (subject) await askErasure(desk, subject, true);
    else await desk.vault.erase(erasure.subject);
  }
  const processes = desk.commands.processes();
  await processes.start();
  try {
    const end = Date.now() + wait * 1_000;
    while ((await remaining(desk, again)).length > 0) {
      if (Date.now() > end) throw new Error('erasing again did not end: the log says which process fails');
      await delay(100);
    }
  } finally {
    await processes.stop();
  }
  return again.length;
};
