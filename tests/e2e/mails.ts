import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { Stack } from '../support/stack.ts';

/** Decodes quoted-printable text. */
const decode = (mail: string): string =>
  mail.replaceAll(/=\r?\n/g, '').replaceAll(/=([\dA-F]{2})/g, (_, code: string) =>
    // Only links are read, which are ASCII, so other bytes don't matter.
    String.fromCodePoint(Number.parseInt(code, 16)),
  );

export const mailsTo = async (stack: Stack, address: string): Promise<string[]> => {
  const directory = join(stack.varDirectory, 'mail');
  const files = await readdir(directory).catch(() => []);
  const mails = await Promise.all(
    files
      .filter((file) => file.endsWith('.eml'))
      .toSorted()
      .toReversed()
      .map((file) => readFile(join(directory, file), 'utf8')),
  );
  return mails.filter((mail) => mail.includes(`To: ${address}`));
};

/** Returns the links to a page in the mails to an address, newest first. */
export const linksTo = async (stack: Stack, address: string, page: string): Promise<string[]> =>
  (await mailsTo(stack, address)).flatMap(
    (mail) => decode(mail).match(new RegExp(`http://\\S+/${page}\\?token=[\\w.-]+`)) ?? [],
  );

/** Waits for a mail to an address with a link to a page; returns the link's path. */
export const mailedLink = async (stack: Stack, address: string, page: string): Promise<string> => {
  await expect.poll(async () => linksTo(stack, address, page), { timeout: 60_000 }).toHaveLength(1);
  const { pathname, search } = new URL((await linksTo(stack, address, page))[0] ?? '');
  return pathname + search;
};
