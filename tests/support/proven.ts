import { vi } from 'vitest';
import type { Product } from './hooks.ts';
import { type Client, succeed } from './http.ts';
import { registerPro as register } from './http-practice.ts';
import { sentMails, tokenIn } from './inside.ts';

/** Registers a professional in strict mode, which refuses the tests' common password. */
export const registerPro = (client: Client, username: string) =>
  register(client, username, { password: 'lungomare-24' });

type Wanted = { address: string; page: string; count: number };

/** Returns the tokens of all mails to an address with a link to a page, once there are `count`. */
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

/** Returns the token of the only mail to an address with a link to a page. */
export const mailed = async (product: Product, address: string, page: string): Promise<string> =>
  (await tokensTo(product, { address, page, count: 1 }))[0]!;

/** Registers a professional with a confirmed email. */
export const registerProven = async (product: Product, username: string) => {
  const pro = await registerPro(product.client, username);
  const token = await mailed(product, pro.email, 'email-confirmation/');
  await succeed(product.client.call('confirmEmail', { token }));
  return pro;
};
