import { vi } from 'vitest';
import type { Product } from './hooks.ts';
import { type Client, succeed } from './http.ts';
import { registerPro as register } from './http-practice.ts';
import { sentMails, tokenIn } from './inside.ts';

/** Registers a pro under strict, where the password of the tests is a common one. */
export const registerPro = (client: Client, username: string) =>
  register(client, username, { password: 'lungomare-24' });

type Wanted = { address: string; page: string; count: number };

/** The tokens of all mails to an address that lead to a page, once there are so many. */
export const tokensTo = async ({ stack }: Product, { address, page, count }: Wanted): Promise<string[]> => {
  const found = async () => {
    const mails = await sentMails(stack.varDirectory);
    const texts = mails.map((mail) => mail.replaceAll(/=\r?\n/g, ''));
    const ours = texts.filter((mail) => mail.includes(`To: ${address}`) && mail.includes(`/${page}`));
    return ours.map((mail) => tokenIn(mail, page));
  };
  return vi.waitUntil(
    async () => {
      const tokens = await found();
      return tokens.length === count && tokens;
    },
    { timeout: 30_000, interval: 50 },
  );
};

/** The token of the one mail to an address that leads to a page. */
export const mailed = async (product: Product, address: string, page: string): Promise<string> =>
  (await tokensTo(product, { address, page, count: 1 }))[0]!;

/** Registers a pro who has used the link that proves their address. */
export const registerProven = async (product: Product, username: string) => {
  const pro = await registerPro(product.client, username);
  const token = await mailed(product, pro.email, 'email-confirmation/');
  await succeed(product.client.call('confirmEmail', { token }));
  return pro;
};
