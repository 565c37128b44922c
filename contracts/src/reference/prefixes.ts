export type Prefix = {
  /** In English. */
  readonly country: string;
  /** With `+`, as shown and stored. */
  readonly dial: string;
  /** ISO 3166-1 alpha-2, lower case. */
  readonly code: string;
  readonly market: 'euro' | 'uk';
};

/** Dial prefixes, in display order. */
export const prefixes: readonly Prefix[] = [
  { country: 'Italy', dial: '+39', code: 'it', market: 'euro' },
  { country: 'France', dial: '+33', code: 'fr', market: 'euro' },
  { country: 'Germany', dial: '+49', code: 'de', market: 'euro' },
  { country: 'Spain', dial: '+34', code: 'es', market: 'euro' },
  { country: 'Netherlands', dial: '+31', code: 'nl', market: 'euro' },
  { country: 'Belgium', dial: '+32', code: 'be', market: 'euro' },
  { country: 'Luxembourg', dial: '+352', code: 'lu', market: 'euro' },
  { country: 'Ireland', dial: '+353', code: 'ie', market: 'euro' },
  { country: 'Portugal', dial: '+351', code: 'pt', market: 'euro' },
  { country: 'Austria', dial: '+43', code: 'at', market: 'euro' },
  { country: 'Sweden', dial: '+46', code: 'se', market: 'euro' },
  { country: 'Finland', dial: '+358', code: 'fi', market: 'euro' },
  { country: 'Denmark', dial: '+45', code: 'dk', market: 'euro' },
  { country: 'Poland', dial: '+48', code: 'pl', market: 'euro' },
  { country: 'Czech Republic', dial: '+420', code: 'cz', market: 'euro' },
  { country: 'Hungary', dial: '+36', code: 'hu', market: 'euro' },
  { country: 'Slovakia', dial: '+421', code: 'sk', market: 'euro' },
  { country: 'Slovenia', dial: '+386', code: 'si', market: 'euro' },
  { country: 'Croatia', dial: '+385', code: 'hr', market: 'euro' },
  { country: 'Bulgaria', dial: '+359', code: 'bg', market: 'euro' },
  { country: 'Romania', dial: '+40', code: 'ro', market: 'euro' },
  { country: 'Cyprus', dial: '+357', code: 'cy', market: 'euro' },
  { country: 'Estonia', dial: '+372', code: 'ee', market: 'euro' },
  { country: 'Latvia', dial: '+371', code: 'lv', market: 'euro' },
  { country: 'Lithuania', dial: '+370', code: 'lt', market: 'euro' },
  { country: 'Malta', dial: '+356', code: 'mt', market: 'euro' },
  { country: 'United Kingdom', dial: '+44', code: 'gb', market: 'uk' },
];
