/** The filter of pros' emails and logins: lower case, only a-z 0-9 @ . _ -. */
export const filterEmail = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9@._-]/g, '');

/** Whether {@link filterEmail} makes another mailbox of an address, rather than only spell it as we do. */
export const isOtherMailbox = (text: string): boolean => filterEmail(text) !== text.trim().toLowerCase();

/** The filter of usernames and booking slugs: lower case, only a-z 0-9 and underscore. */
export const filterUsername = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9_]/g, '');

/** Passwords hold no whitespace. */
export const filterPassword = (text: string): string => text.replaceAll(/\s/g, '');

/** Only the digits of what was typed. */
export const filterDigits = (text: string): string => text.replaceAll(/\D/g, '');

/** Countries whose postal codes have letters in them. */
const lettered: ReadonlySet<string> = new Set(['GB', 'IE', 'NL', 'MT']);
/** Whether a country's postal codes have letters, by ISO 3166-1 alpha-2. */
export const hasLetteredCodes = (country: string): boolean => lettered.has(country);

/** What a country's postal code keeps of what was typed: digits, and letters where that country has them. */
export const filterPostalCode = (text: string, country: string): string =>
  hasLetteredCodes(country)
    ? text
        .toUpperCase()
        .replaceAll(/[^A-Z\d ]/g, '')
        .replaceAll(/ +/g, ' ')
        .trim()
    : filterDigits(text);

/** Minimum password length, in characters. */
export const passwordMinimum = 6;
