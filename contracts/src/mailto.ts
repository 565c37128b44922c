/** Writes the address of a mailbox as RFC 6068 does: an email may hold signs that mean something in an address, as `?` and `%`. */
export const mailTo = (email: string): string =>
  `mailto:${encodeURIComponent(email).replaceAll('%40', '@').replaceAll('%2B', '+')}`;
