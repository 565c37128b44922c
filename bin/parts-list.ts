import { createHash } from 'node:crypto';

type PartsList = { readonly metadata: object };

/** Derives a UUID from a text (RFC 9562, version 8). */
const uuidOf = (text: string): string => {
  const hex = createHash('sha256').update(text).digest('hex');
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`];
  return [...parts, hex.slice(20, 32)].join('-');
};

/**
 * Makes a list of parts (CycloneDX, JSON) reproducible: replaces npm's random serial number and time of
 * request by a hash of the content and the given time.
 */
export const asOf = (time: Date, list: string): string => {
  const parts = JSON.parse(list) as PartsList;
  const dated = {
    ...parts,
    metadata: { ...parts.metadata, timestamp: time.toISOString() },
    serialNumber: '',
  };
  const serialNumber = `urn:uuid:${uuidOf(JSON.stringify(dated))}`;
  return `${JSON.stringify({ ...dated, serialNumber }, null, 2)}\n`;
};
