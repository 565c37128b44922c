const parse = (text: string): URL | null => {
  try {
    return new URL(text);
  } catch {
    return null;
  }
};

/**
 * Where a confirmed patient is sent (spec section 4, decision 36): without its trailing slash, with `http://` where
 * it has no scheme, email and name appended. Null for anything that is not a plain web address.
 */
export const thankYouAddress = (
  page: string | null,
  patient: { email: string; name: string },
): URL | null => {
  const trimmed = (page ?? '').trim().replace(/\/$/, '');
  if (!trimmed || trimmed.startsWith('/')) return null;
  const address = parse(trimmed.includes('://') ? trimmed : `http://${trimmed}`);
  if (!address || !['http:', 'https:'].includes(address.protocol)) return null;
  if (address.username || address.password) return null;
  address.searchParams.set('email', patient.email);
  address.searchParams.set('name', patient.name);
  return address;
};
