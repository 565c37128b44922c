import { mkdir, open, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Subject } from '@visita/contracts/event';
import { z } from 'zod';

const erasure = z.strictObject({
  time: z.iso.datetime(),
  subject: z.templateLiteral([z.enum(['pro', 'patient', 'clinic']), '-', z.uuid()]),
});

/** The deletion of a subject's key. The id does not identify the person. */
export type Erasure = { readonly time: string; readonly subject: Subject };

/** Records erasures outside the database, so that they can be repeated after a backup is restored. */
export type ErasureJournal = {
  /**
   * Resolves when the entry is on disk. `time`: ISO 8601 instant of the erasure; now by default. A subject may have
   * several entries: the first is the erasure, later ones are repeats after a restore.
   */
  note(subject: Subject, time?: string): Promise<void>;
};

/** Creates a journal in an append-only file with one JSON document per line. */
export const createErasureJournal = (path: string, now: () => Date): ErasureJournal => ({
  note: async (subject, time = now().toISOString()) => {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const file = await open(path, 'a', 0o600);
    try {
      await file.appendFile(`${erasureLine({ time, subject })}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
  },
});

/** Returns an erasure as a line of the journal, without line break. */
export const erasureLine = ({ time, subject }: Erasure): string => JSON.stringify({ time, subject });

/** Parses a journal: each subject once, by its first entry. Throws with the line number of an invalid entry. */
export const parseErasures = (text: string): Erasure[] => {
  const found = new Map<Subject, Erasure>();
  const lines = text.split('\n');
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue;
    // A line cut off by a crash precedes the next entry.
    const parsed = erasure.safeParse(jsonOf(line.slice(Math.max(0, line.lastIndexOf('{"time":')))));
    if (parsed.success) found.set(parsed.data.subject, found.get(parsed.data.subject) ?? parsed.data);
    else if (index < lines.length - 1) throw new Error(`line ${index + 1} is not an erasure`);
  }
  return [...found.values()];
};

/** Returns the erasures of a journal; null if the file does not exist. */
export const readErasures = async (path: string): Promise<Erasure[] | null> => {
  try {
    return parseErasures(await readFile(path, 'utf8'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
};

const jsonOf = (line: string): unknown => {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
};
