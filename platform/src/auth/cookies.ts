/** A cookie of this host, HttpOnly and SameSite. */
export type OwnCookie = {
  readonly name: string;
  /** Path of an insecure cookie. */
  readonly path: string;
  /** Whether the cookie is sent over https only, with the `__Host-` prefix: other hosts of the domain cannot set it. */
  readonly secure: boolean;
};

/** Returns a `Set-Cookie` header. The prefix of a secure cookie requires the path `/`. */
export const setCookie = (
  { name, path, secure }: OwnCookie,
  { value, seconds }: { readonly value: string; readonly seconds: number },
): string => {
  const [prefix, where, only] = secure ? ['__Host-', '/', '; Secure'] : ['', path, ''];
  return `${prefix}${name}=${value}; Max-Age=${seconds}; Path=${where}; HttpOnly; SameSite=Strict${only}`;
};

/** Returns the value in a `Cookie` header; null if there is none. */
export const readCookie = (
  { name, secure }: Pick<OwnCookie, 'name' | 'secure'>,
  header: string | undefined,
): string | null => {
  const wanted = secure ? `__Host-${name}` : name;
  for (const pair of header?.split(';') ?? []) {
    const at = pair.indexOf('=');
    if (at !== -1 && pair.slice(0, at).trim() === wanted) return pair.slice(at + 1).trim();
  }
  return null;
};
