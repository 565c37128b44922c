/** Normalises a pro's email: lower case, only `a-z 0-9 @ . _ -`. */
export const filterEmail = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9@._-]/g, '');

/** Whether {@link filterEmail} changes the address beyond case and outer spaces, and so makes it another mailbox. */
export const isOtherMailbox = (text: string): boolean => filterEmail(text) !== text.trim().toLowerCase();

/** Normalises a username or booking slug: lower case, only `a-z 0-9 _`. */
export const filterUsername = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9_]/g, '');

/** Removes whitespace, which passwords may not contain. */
export const filterPassword = (text: string): string => text.replaceAll(/\s/g, '');

/** Removes everything but digits. */
export const filterDigits = (text: string): string => text.replaceAll(/\D/g, '');

/** Countries whose postal codes contain letters. */
const lettered: ReadonlySet<string> = new Set(['GB', 'IE', 'NL', 'MT']);
/** Whether the postal codes of a country (ISO 3166-1 alpha-2) contain letters. */
export const hasLetteredCodes = (country: string): boolean => lettered.has(country);

/** Normalises a postal code: only digits, and capital letters if the country's codes have them. */
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
