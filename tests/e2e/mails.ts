import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { Stack } from '../support/stack.ts';

/** A mail's quoted-printable text as it was before. */
const decode = (mail: string): string =>
  mail.replaceAll(/=\r?\n/g, '').replaceAll(/=([\dA-F]{2})/g, (_, code: string) =>
    // The links are ASCII: what the other bytes mean does not matter here.
    String.fromCodePoint(Number.parseInt(code, 16)),
  );

/** The mails to an address, newest first, as they were sent. */
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

/** The links to one of the product's pages in the mails to an address, newest first. */
export const linksTo = async (stack: Stack, address: string, page: string): Promise<string[]> =>
  (await mailsTo(stack, address)).flatMap(
    (mail) => decode(mail).match(new RegExp(`http://\\S+/${page}\\?token=[\\w.-]+`)) ?? [],
  );

/** Waits for the first mail to an address that links to a page, and gives the link as a path. */
export const mailedLink = async (stack: Stack, address: string, page: string): Promise<string> => {
  await expect.poll(async () => linksTo(stack, address, page), { timeout: 20_000 }).toHaveLength(1);
  const { pathname, search } = new URL((await linksTo(stack, address, page))[0] ?? '');
  return pathname + search;
};
