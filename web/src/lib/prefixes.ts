/** A phone prefix: ISO country code, dial value and market. Names come from the browser, in any language. */
export type Prefix = { readonly code: string; readonly dial: string; readonly market: 'euro' | 'uk' };

const euro =
  'it+39 fr+33 de+49 es+34 nl+31 be+32 lu+352 ie+353 pt+351 at+43 se+46 fi+358 dk+45 pl+48 cz+420 hu+36 sk+421 si+386 hr+385 bg+359 ro+40 cy+357 ee+372 lv+371 lt+370 mt+356';

/** The 27 prefixes of the spec (section 3), in its order. */
export const prefixes: readonly Prefix[] = [
  ...euro.split(' ').map((entry) => ({
    code: entry.slice(0, 2),
    dial: entry.slice(2),
    market: 'euro' as const,
  })),
  { code: 'gb', dial: '+44', market: 'uk' },
];

/** A country's name in a language. */
export const countryName = (code: string, language: string): string =>
  new Intl.DisplayNames([language], { type: 'region' }).of(code.toUpperCase()) ?? code.toUpperCase();

/** The prefix to preselect: the country's where it is known, else the one that the language suggests. */
export const defaultPrefix = (language: string, country?: string): string =>
  prefixes.find(({ code }) => code === country?.toLowerCase())?.dial ??
  { it: '+39', es: '+34', en: '+44' }[language] ??
  '+39';
