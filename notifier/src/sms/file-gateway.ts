import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createHash } from 'node:crypto';
import type { TextGateway } from './gateway.ts';

const escaped = (text: string): string =>
  text.replaceAll(/[&<>"]/g, (sign) => `&#${sign.codePointAt(0)};`).replaceAll('\n', '<br>');

/** Writes texts as files beside the mails, so that `/dev/mail` shows them. */
export const createFileGateway = (directory: string, now: () => Date): TextGateway => ({
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
    const name = `${time.replaceAll(/[^\dTZ]/g, '')}-sms-${createHash('sha256').update(id).digest('hex').slice(0, 16)}`;
    const path = join(directory, `${name}.json`);
    await mkdir(directory, { recursive: true });
    await writeFile(`${path}.part`, JSON.stringify(shown));
    await rename(`${path}.part`, path);
    return { state: 'accepted', providerId: null };
  },
});
