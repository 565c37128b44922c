import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { asOf } from '../../bin/parts-list.ts';

/** SBOM as npm generates it, with a given timestamp and serial number. */
const listOf = (part: string, timestamp: string): string =>
  JSON.stringify({
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    serialNumber: `urn:uuid:${randomUUID()}`,
    version: 1,
    metadata: { timestamp, lifecycles: [{ phase: 'pre-build' }] },
    components: [{ name: part }],
  });

it('an SBOM is reproducible for a commit and has its own serial number', () => {
  const commit = new Date('2026-11-25T08:00:00Z');
  const first = asOf(commit, listOf('pg', '2026-11-25T09:00:00.000Z'));
  expect(asOf(commit, listOf('pg', '2026-11-26T10:11:12.131Z'))).toBe(first);
  const list = JSON.parse(first) as { serialNumber: string; metadata: object; components: object[] };
  expect(list.serialNumber).toMatch(
    /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  );
  expect(list.metadata).toEqual({ timestamp: commit.toISOString(), lifecycles: [{ phase: 'pre-build' }] });
  expect(list.components).toEqual([{ name: 'pg' }]);
  const other = JSON.parse(asOf(commit, listOf('pino', '2026-11-25T09:00:00.000Z'))) as typeof list;
  expect(other.serialNumber).not.toBe(list.serialNumber);
});
