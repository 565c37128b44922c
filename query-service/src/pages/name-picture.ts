import { crc32, deflateSync, inflateRawSync } from 'node:zlib';
import letters from './letters.json' with { type: 'json' };

/** Pixels of link previews. */
export const pictureSize = { width: 1200, height: 630 } as const;

const { width, height } = pictureSize;
const edge = 90;
/** Levels from background (0) to text (15): half a byte per pixel. */
const ground = [0x0b, 0x5c, 0x66] as const;
const writing = 255;
const levels = 16;

type Letter = { readonly advance: number; readonly pixels: Buffer };

/** Decodes the drawn letters, stored as concatenated levels (`tests/e2e/name-letters.ts`). */
const readLetters = (): ReadonlyMap<string, Letter> => {
  const all = inflateRawSync(Buffer.from(letters.levels, 'base64'));
  let at = 0;
  return new Map(
    (letters.advances as [string, number][]).map(([letter, advance]) => {
      const from = at;
      at += (advance + 2 * letters.margin) * letters.height;
      return [letter, { advance, pixels: all.subarray(from, at) }];
    }),
  );
};

const drawn = readLetters();

/** Returns the letters in composed form, as most keyboards type them. */
const lettersOf = (text: string): string[] => Array.from(text.normalize('NFC'));

/** Tells whether every letter of a text can be drawn; Latin ones can. */
export const canDraw = (text: string): boolean => lettersOf(text).every((letter) => drawn.has(letter));

const widthOf = (text: string): number =>
  lettersOf(text).reduce((sum, letter) => sum + (drawn.get(letter)?.advance ?? 0), 0);

/** Breaks words into lines of at most `most` pixels; a longer word has a line of its own. */
const linesOf = (text: string, most: number): string[] => {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word;
    if (lines.length > 0 && widthOf(longer) <= most) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
};

type Place = { readonly x: number; readonly y: number; readonly scale: number };

/** Interpolates a letter's level between its pixels. */
const levelAt = ({ advance, pixels }: Letter, [x, y]: readonly [number, number]): number => {
  const wide = advance + 2 * letters.margin;
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const level = (column: number, row: number): number =>
    column < 0 || row < 0 || column >= wide || row >= letters.height ? 0 : pixels[row * wide + column]!;
  const [right, low] = [x - left, y - top];
  const upper = level(left, top) * (1 - right) + level(left + 1, top) * right;
  const lower = level(left, top + 1) * (1 - right) + level(left + 1, top + 1) * right;
  return upper * (1 - low) + lower * low;
};

const drawLetter = (canvas: Uint8Array, letter: Letter, { x, y, scale }: Place): void => {
  const wide = (letter.advance + 2 * letters.margin) * scale;
  for (let row = 0; row < letters.height * scale; row += 1)
    for (let column = 0; column < wide; column += 1) {
      const [across, down] = [Math.round(x - letters.margin * scale) + column, y + row];
      if (across < 0 || across >= width || down < 0 || down >= height) continue;
      const level = Math.round(levelAt(letter, [column / scale, row / scale]));
      const at = down * width + across;
      if (level > canvas[at]!) canvas[at] = level;
    }
};

const drawLine = (canvas: Uint8Array, text: string, place: Place): void => {
  let { x } = place;
  for (const sign of lettersOf(text)) {
    const letter = drawn.get(sign);
    if (!letter) continue;
    drawLetter(canvas, letter, { ...place, x });
    x += letter.advance * place.scale;
  }
};

const part = (type: string, data: Buffer): Buffer => {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
};

const palette = Buffer.from(
  Array.from({ length: levels }, (_, level) =>
    ground.map((shade) => Math.round(shade + ((writing - shade) * level) / (levels - 1))),
  ).flat(),
);

/** Encodes a PNG (ISO/IEC 15948) of 16 colours. */
const encode = (canvas: Uint8Array): Buffer => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([4, 3, 0, 0, 0], 8);
  const line = width / 2 + 1;
  const rows = Buffer.alloc(line * height);
  for (let row = 0; row < height; row += 1)
    for (let pair = 0; pair < width / 2; pair += 1) {
      const at = row * width + pair * 2;
      rows[row * line + 1 + pair] = (canvas[at]! << 4) | canvas[at + 1]!;
    }
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    part('IHDR', header),
    part('PLTE', palette),
    part('IDAT', deflateSync(rows)),
    part('IEND', Buffer.alloc(0)),
  ]);
};

/** Scales of the stored letters, from the largest to those for long names. */
const scales = [1.15, 1, 0.85, 0.7, 0.55, 0.4] as const;
const lineHeight = 0.94;

/** Draws the link preview of a professional's page: their name, as PNG. */
export const drawName = (name: string): Buffer => {
  const canvas = new Uint8Array(width * height);
  const within = width - 2 * edge;
  const fits = (scale: number): boolean => {
    const lines = linesOf(name, within / scale);
    const widest = Math.max(...lines.map(widthOf)) * scale;
    return widest <= within && lines.length * letters.height * scale * lineHeight <= 330;
  };
  const scale = scales.find(fits) ?? scales.at(-1)!;
  const step = letters.height * scale * lineHeight;
  const lines = linesOf(name, within / scale).slice(0, 3);
  const top = Math.round((height - lines.length * step) / 2);
  for (const [index, line] of lines.entries())
    drawLine(canvas, line, { x: edge, y: Math.round(top + index * step), scale });
  drawLine(canvas, 'Visita', { x: edge, y: 62, scale: 0.42 });
  return encode(canvas);
};
