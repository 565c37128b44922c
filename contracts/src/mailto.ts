import { emailKey } from './email-key.ts';

/**
 * Writes the address of a mailbox as RFC 6068 does: an email may hold signs that mean something in an address, as `?` and
 * `%`. The domain is in ASCII, which every mail program takes.
 */
export const mailTo = (email: string): string =>
  `mailto:${encodeURIComponent(emailKey(email)).replaceAll('%40', '@').replaceAll('%2B', '+')}`;
