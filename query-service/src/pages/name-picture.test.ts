import { crc32, inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { canDraw, drawName, pictureSize } from './name-picture.ts';

/** Chunks of a PNG by name, with verified checksums. */
const partsOf = (png: Buffer): ReadonlyMap<string, Buffer> => {
  const parts = new Map<string, Buffer>();
  let at = 8;
  while (at < png.length) {
    const end = at + 8 + png.readUInt32BE(at);
    const name = png.toString('latin1', at + 4, at + 8);
    expect(crc32(png.subarray(at + 4, end)), name).toBe(png.readUInt32BE(end));
    parts.set(name, png.subarray(at + 8, end));
    at = end + 4;
  }
  return parts;
};

/** Rows of pixels as levels from background to text. */
const rowsOf = (png: Buffer): number[][] => {
  const line = pictureSize.width / 2 + 1;
  const bytes = inflateSync(partsOf(png).get('IDAT')!);
  return Array.from({ length: pictureSize.height }, (_, row) =>
    [...bytes.subarray(row * line + 1, (row + 1) * line)].flatMap((pair) => [pair >> 4, pair & 15]),
  );
};

const names = [
  'Anna Riva',
  'Jo Li',
  'María Ángeles Fernández-Ordóñez y Pérez de Guzmán',
  'Łukasz Żółć',
  'Wolfeschlegelsteinhausenbergerdorff',
  `${'W'.repeat(100)} ${'M'.repeat(100)}`,
];

test.each(names)('%s is drawn within the picture, with a margin', (name) => {
  const png = drawName(name);
  expect([...partsOf(png).keys()]).toEqual(['IHDR', 'PLTE', 'IDAT', 'IEND']);
  const rows = rowsOf(png);
  const written = rows.flatMap((row, y) => (y > 130 && row.includes(15) ? [y] : []));
  expect(written.length, 'the name is there').toBeGreaterThan(20);
  expect(Math.max(...written)).toBeLessThan(600);
  expect(rows.some((row) => row.slice(0, 70).some((level) => level > 0))).toBe(false);
  expect(png.length).toBeLessThan(40_000);
});

test('word spaces are empty, and every sign is distinct', () => {
  const columnsOf = (name: string): number => {
    const rows = rowsOf(drawName(name)).slice(130);
    return Array.from({ length: pictureSize.width }, (_, x) => rows.some((row) => row[x]! > 0)).filter(
      Boolean,
    ).length;
  };
  const one = columnsOf('I');
  expect(one).toBeGreaterThan(5);
  expect([columnsOf('I I'), columnsOf('I\u00a0I'), columnsOf('III')]).toEqual([2 * one, 2 * one, 3 * one]);
  expect(columnsOf('.')).toBeLessThan(columnsOf('-'));
});

test('different names have different pictures, equal names equal ones', () => {
  expect(drawName('Anna Riva').equals(drawName('Anna Riva'))).toBe(true);
  expect(drawName('Anna Riva').equals(drawName('Anna Rivas'))).toBe(false);
});

test('letters without a drawing are reported', () => {
  expect([canDraw('Zoë Šimůnková'), canDraw('Ελένη'), canDraw('Анна'), canDraw('王')]).toEqual([
    true,
    false,
    false,
    false,
  ]);
});
