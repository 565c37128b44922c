import { emailKey } from './email-key.ts';

/**
 * Returns a `mailto:` URL (RFC 6068) with characters such as `?` and `%` escaped, and the domain as A-label, which
 * every mail program understands.
 */
export const mailTo = (email: string): string =>
  `mailto:${encodeURIComponent(emailKey(email)).replaceAll('%40', '@').replaceAll('%2B', '+')}`;
