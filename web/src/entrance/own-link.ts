const decoded = (base64url: string): string => atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));

const hexOf = (bytes: string): string =>
  Array.from(bytes, (byte) => byte.charCodeAt(0).toString(16).padStart(2, '0')).join('');

/**
 * Returns whether a link was mailed to the account of a session: the link's token begins with the account's
 * id, which the session's token has as `sub`. Neither is verified here; the server refuses forged ones.
 */
export const isOwnLink = (link: string, session: string | null): boolean => {
  const claims = session?.split('.')[1];
  if (claims === undefined || ![link, claims].every((text) => /^[\w-]+$/.test(text))) return false;
  try {
    const [, sub] = /"sub":"([\da-f-]{36})"/.exec(decoded(claims)) ?? [];
    return sub !== undefined && hexOf(decoded(link).slice(0, 16)) === sub.replaceAll('-', '');
  } catch {
    return false;
  }
};
