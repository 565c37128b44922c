/** Longest domain, in characters (RFC 1035). */
const domainMaximum = 253;
/** Matches a domain with a letter that is not ASCII, and without any sign that ends a host in a URL. */
const internationalDomain = /^(?=.*\P{ASCII})[\p{L}\p{M}\p{N}.-]+$/u;

/**
 * Returns the text by which emails are compared: in lower case, the domain in its ASCII spelling (the A-label of RFC 5890),
 * so that both spellings of a domain have one key. Converts a domain alone, too. A text without such a domain is only
 * trimmed and lower-cased.
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
