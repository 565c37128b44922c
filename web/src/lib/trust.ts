import type { Pro } from '@visita/contracts/pro/views';

/** What the server told this page; null where it said nothing. */
const told = (name: string): string | null =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? null;

/** Whether the pro still has to prove their address, where addresses count by proof only. */
export const needsProof = ({ addressProven }: Pick<Pro, 'addressProven'>): boolean =>
  told('trust') === 'strict' && !addressProven;

/** Whether an address is taken as it is typed, or not at all. */
export const takesExactAddresses = (): boolean => told('trust') === 'strict';

/** Where mails can be read that are not sent; null where they are. */
export const mailsPage = (): string | null => told('mails');
