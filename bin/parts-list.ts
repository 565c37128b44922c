import { createHash } from 'node:crypto';

type PartsList = { readonly metadata: object };

/** A UUID that follows from a text, in the form of those that are drawn by chance (RFC 9562, version 8). */
const uuidOf = (text: string): string => {
  const hex = createHash('sha256').update(text).digest('hex');
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`];
  return [...parts, hex.slice(20, 32)].join('-');
};

/**
 * A list of parts (CycloneDX, JSON) as of a commit: npm gives each a number by chance and the time at which it was asked,
 * here the number follows from what the list says and the time is told, so that the same commit has the same bytes.
 */
export const asOf = (time: Date, list: string): string => {
  const told = JSON.parse(list) as PartsList;
  const dated = { ...told, metadata: { ...told.metadata, timestamp: time.toISOString() }, serialNumber: '' };
  const serialNumber = `urn:uuid:${uuidOf(JSON.stringify(dated))}`;
  return `${JSON.stringify({ ...dated, serialNumber }, null, 2)}\n`;
};
