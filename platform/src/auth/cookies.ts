/** A cookie of this host that no script reads and no other page sends. */
export type OwnCookie = {
  readonly name: string;
  /** Within which it is sent, where it cannot be secure. */
  readonly path: string;
  /** Whether browsers may send it over https only: no other host of the domain can then set it in its place. */
  readonly secure: boolean;
};

/** A `Set-Cookie`; the prefix of a secure one asks browsers for the path `/`. */
export const setCookie = (
  { name, path, secure }: OwnCookie,
  { value, seconds }: { readonly value: string; readonly seconds: number },
): string => {
  const [prefix, where, only] = secure ? ['__Host-', '/', '; Secure'] : ['', path, ''];
  return `${prefix}${name}=${value}; Max-Age=${seconds}; Path=${where}; HttpOnly; SameSite=Strict${only}`;
};

/** The value in a `Cookie` header; null where there is none. */
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
