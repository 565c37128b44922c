import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { prefixes } from '@visita/contracts/reference/prefixes';

type Metadata = {
  version: number;
  country_calling_codes: Record<string, readonly string[]>;
  countries: Record<string, unknown>;
};

const require = createRequire(import.meta.resolve('@visita/contracts/phone/typed'));
const target = new URL('../contracts/src/phone/metadata.json', import.meta.url);

/** Returns the library's metadata of the offered countries, in the format of the file. */
export const phoneMetadata = (): string => {
  const source = readFileSync(require.resolve('libphonenumber-js/metadata.min.json'), 'utf8');
  const whole = JSON.parse(source) as Metadata;
  const offered = prefixes.map(({ code, dial }) => [dial.slice(1), code.toUpperCase()] as const);
  return `${JSON.stringify({
    version: whole.version,
    country_calling_codes: Object.fromEntries(offered.map(([dial, country]) => [dial, [country]])),
    countries: Object.fromEntries(offered.map(([, country]) => [country, whole.countries[country]])),
  })}\n`;
};

if (import.meta.main) writeFileSync(target, phoneMetadata());
