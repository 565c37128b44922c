import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createHash } from 'node:crypto';
import type { TextGateway } from './gateway.ts';

const escaped = (text: string): string =>
  text.replaceAll(/[&<>"]/g, (sign) => `&#${sign.codePointAt(0)};`).replaceAll('\n', '<br>');

const orNone = (error: NodeJS.ErrnoException): string[] => {
  if (error.code === 'ENOENT') return [];
  throw error;
};

/** Ends the names of a text’s files. */
const endOf = (id: string): string =>
  `-sms-${createHash('sha256').update(id).digest('hex').slice(0, 16)}.json`;

export type FileGateway = TextGateway & {
  /** Deletes the files of texts, finished or not. */
  forget(ids: readonly string[]): Promise<void>;
};

/** Writes texts as files beside the mails, so that `/dev/mail` shows them. */
export const createFileGateway = (directory: string, now: () => Date): FileGateway => ({
  send: async ({ id, to, from, text }) => {
    const time = now().toISOString();
    const shown = {
      from: from || 'SMS',
      to,
      subject: `SMS: ${text.slice(0, 60)}`,
      text,
      html: `<p>${escaped(text)}</p>`,
      language: 'it',
      time,
    };
    const path = join(directory, `${time.replaceAll(/[^\dTZ]/g, '')}${endOf(id)}`);
    await mkdir(directory, { recursive: true });
    await writeFile(`${path}.part`, JSON.stringify(shown));
    await rename(`${path}.part`, path);
    return { state: 'accepted', providerId: null };
  },
  forget: async (ids) => {
    if (ids.length === 0) return;
    const ends = ids.map(endOf);
    const files = await readdir(directory).catch(orNone);
    const theirs = files.filter((file) => ends.some((end) => file.replace(/\.part$/, '').endsWith(end)));
    for (const file of theirs) await rm(join(directory, file), { force: true });
  },
});
