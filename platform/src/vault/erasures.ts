import { mkdir, open, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Subject } from '@visita/contracts/event';
import { z } from 'zod';

const erasure = z.strictObject({
  /** ISO 8601 instant. */
  time: z.iso.datetime(),
  subject: z.templateLiteral([z.enum(['pro', 'patient', 'clinic']), '-', z.uuid()]),
});

/** That a subject's key was destroyed. The id says nothing about who it was. */
export type Erasure = { readonly time: string; readonly subject: Subject };

/** Keeps apart from the database who was erased, so that a backup from before does not bring anybody back. */
export type ErasureJournal = {
  /**
   * Resolves once it is on the disk. `time` is when it happened, as an ISO 8601 instant, where that is not now. A subject
   * may have several lines: the first says when it was erased, the others when a restore did so again.
   */
  note(subject: Subject, time?: string): Promise<void>;
};

/** A file of one JSON document a line, which is only ever added to. */
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

/** An erasure as a line of the journal, without the line's end. */
export const erasureLine = ({ time, subject }: Erasure): string => JSON.stringify({ time, subject });

/** The erasures in the text of a journal, each subject once, by its first line; throws with the number of a line that is none. */
export const parseErasures = (text: string): Erasure[] => {
  const found = new Map<Subject, Erasure>();
  const lines = text.split('\n');
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue;
    // What a crash cut off stands before what was noted next.
    const parsed = erasure.safeParse(jsonOf(line.slice(Math.max(0, line.lastIndexOf('{"time":')))));
    if (parsed.success) found.set(parsed.data.subject, found.get(parsed.data.subject) ?? parsed.data);
    else if (index < lines.length - 1) throw new Error(`line ${index + 1} is no erasure`);
  }
  return [...found.values()];
};

/** The erasures in a journal; null where there is no such file. */
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
