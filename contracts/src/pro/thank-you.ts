/** Names and addresses that mean the visitor's own machine or network. */
const privateHost =
  /^(localhost|.*\.(localhost|local|internal|home\.arpa)|0\.|10\.|127\.|169\.254\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|\[(::1?\]|f[cd]|fe[89ab]|::ffff:)).*$/;

/**
 * The address of a thank-you page as typed: `http://` is put before one without a scheme and a trailing
 * slash is dropped. Null for anything but a plain, public web address: another scheme, `//host`, credentials, a private
 * or loopback host.
 */
export const thankYouPage = (typed: string): URL | null => {
  const trimmed = typed.trim().replace(/\/$/, '');
  if (!trimmed || /^[/\\]/.test(trimmed)) return null;
  const text =
    /^[a-z][a-z\d+.-]*:/i.test(trimmed) && !/^[^/]+:\d/.test(trimmed) ? trimmed : `http://${trimmed}`;
  if (!URL.canParse(text)) return null;
  const address = new URL(text);
  if (address.protocol !== 'http:' && address.protocol !== 'https:') return null;
  if (address.username || address.password) return null;
  return privateHost.test(address.hostname) || !address.hostname.includes('.') ? null : address;
};
