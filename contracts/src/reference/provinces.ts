import provinceData from './provinces.json' with { type: 'json' };

/** A first-level subdivision of a country. */
export type Province = {
  /** ISO 3166-2, such as `IT-RM`. */
  readonly id: string;
  /** In the country's language. */
  readonly name: string;
  /** ISO 3166-1 alpha-2, upper case. */
  readonly country: string;
};

/**
 * All provinces, sorted by name within each country. If ISO 3166-2 has several levels, the list uses the one that
 * people call province: departments, counties, council areas.
 */
export const provinces: readonly Province[] = provinceData;

const byId: ReadonlyMap<string, Province> = new Map(provinces.map((province) => [province.id, province]));

const countryZones: Readonly<Record<string, string>> = {
  IT: 'Europe/Rome',
  FR: 'Europe/Paris',
  DE: 'Europe/Berlin',
  ES: 'Europe/Madrid',
  NL: 'Europe/Amsterdam',
  BE: 'Europe/Brussels',
  LU: 'Europe/Luxembourg',
  IE: 'Europe/Dublin',
  PT: 'Europe/Lisbon',
  AT: 'Europe/Vienna',
  SE: 'Europe/Stockholm',
  FI: 'Europe/Helsinki',
  DK: 'Europe/Copenhagen',
  PL: 'Europe/Warsaw',
  CZ: 'Europe/Prague',
  HU: 'Europe/Budapest',
  SK: 'Europe/Bratislava',
  SI: 'Europe/Ljubljana',
  HR: 'Europe/Zagreb',
  BG: 'Europe/Sofia',
  RO: 'Europe/Bucharest',
  CY: 'Asia/Nicosia',
  EE: 'Europe/Tallinn',
  LV: 'Europe/Riga',
  LT: 'Europe/Vilnius',
  MT: 'Europe/Malta',
  GB: 'Europe/London',
};

/** Provinces in another zone than their country: islands and overseas departments. */
const provinceZones: Readonly<Record<string, string>> = {
  'ES-GC': 'Atlantic/Canary',
  'ES-TF': 'Atlantic/Canary',
  'PT-20': 'Atlantic/Azores',
  'PT-30': 'Atlantic/Madeira',
  'FR-971': 'America/Guadeloupe',
  'FR-972': 'America/Martinique',
  'FR-973': 'America/Cayenne',
  'FR-974': 'Indian/Reunion',
  'FR-976': 'Indian/Mayotte',
};

export const provinceById = (id: string): Province | undefined => byId.get(id);

/** IANA zone of a province. Throws RangeError for an unknown id. */
export const timezoneOf = (provinceId: string): string => {
  const province = byId.get(provinceId);
  const zone = province && (provinceZones[provinceId] ?? countryZones[province.country]);
  if (!zone) throw new RangeError(`no province ${provinceId}`);
  return zone;
};
