/** Longest domain, in characters (RFC 1035). */
const domainMaximum = 253;
/** Matches a domain with a non-ASCII letter and no character that would end the host of a URL. */
const internationalDomain = /^(?=.*\P{ASCII})[\p{L}\p{M}\p{N}.-]+$/u;

/**
 * Returns the key by which emails are compared: lower case, with the domain as A-label (RFC 5890), so that both
 * spellings of an international domain match. Also converts a bare domain. Text without such a domain is only trimmed
 * and lower-cased.
 */
export const emailKey = (email: string): string => {
  const plain = email.trim().toLowerCase();
  const start = plain.lastIndexOf('@') + 1;
  if (plain.length - start > domainMaximum) return plain;
  const domain = plain.slice(start);
  const address = `http://${domain}`;
  if (!internationalDomain.test(domain) || !URL.canParse(address)) return plain;
  return plain.slice(0, start) + new URL(address).hostname;
};
