import { setTimeout as delay } from 'node:timers/promises';
import { createErasureJournal, type Erasure, readErasures } from '@visita/platform/vault/erasures';
import { eraseClinic } from '@visita/command-service/processes/erase-clinic';
import type { Core } from '../core.ts';
import { askErasure, type Subject } from './erase.ts';
import { isId, type Operator } from './operator.ts';

type Desk = Operator & Pick<Core, 'vault' | 'commands'>;

/** Filters the erasures whose keys still exist. */
const remaining = async ({ database }: Desk, erasures: readonly Erasure[]): Promise<Erasure[]> => {
  const { rows } = await database.pool.query<{ subject: string }>(
    'select subject from vault.keys where subject = any($1) and wrapped is null',
    [erasures.map(({ subject }) => subject)],
  );
  const gone = new Set(rows.map(({ subject }) => subject));
  return erasures.filter(({ subject }) => !gone.has(subject));
};

/** Erases a clinic at once: its patients were informed the first time. */
const eraseClinicAgain = async (desk: Desk, { subject }: Erasure): Promise<void> => {
  const clinicId = subject.slice('clinic-'.length);
  const { status } = (await desk.domain.clinics.load(clinicId)).state;
  await (status === 'none' ? desk.vault.erase(subject) : eraseClinic(desk, clinicId, desk.cause()));
};

/** Finds the subject in the restored data; null without a record or booking. */
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

/**
 * Adds the erasures to the journal with their original time; the vault adds the time of the restore
 * when it erases the persons again.
 */
const keep = async ({ config, now }: Desk, erasures: readonly Erasure[]): Promise<void> => {
  const kept = new Set(((await readErasures(config.erasureJournal)) ?? []).map(({ subject }) => subject));
  const journal = createErasureJournal(config.erasureJournal, now);
  for (const { subject, time } of erasures) if (!kept.has(subject)) await journal.note(subject, time);
};

/**
 * Repeats erasures made after the backup: requests them and runs the processes until the keys are destroyed;
 * the product does the rest when it starts. Returns their number.
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
      if (Date.now() > end)
        throw new Error('repeating the erasures did not finish: the log says which process fails');
      await delay(100);
    }
  } finally {
    await processes.stop();
  }
  return again.length;
};
