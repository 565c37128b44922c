/**
 * Renders the glyphs of Inter once in a browser, so that the product can draw names into images without a
 * font library: `node tests/e2e/name-letters.ts`. The result is stored beside the code that uses it.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { chromium } from 'playwright-core';
import { findChromium } from '../support/chromium.ts';

const target = join(import.meta.dirname, '../../query-service/src/pages/letters.json');
const require = createRequire(join(import.meta.dirname, '../../web/package.json'));
const font = (subset: string) =>
  readFileSync(
    require.resolve(`@fontsource-variable/inter/files/inter-${subset}-wght-normal.woff2`),
    'base64',
  );

/** Latin letters of European names, and punctuation. */
const codes = [
  [0x20, 0x7e],
  [0xa0, 0x17f],
  [0x218, 0x21b],
  [0x2013, 0x2014],
  [0x2018, 0x2019],
] as const;
const characters = codes.flatMap(([from, to]) =>
  Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index)),
);

type Drawn = { letter: string; advance: number; levels: number[] };

/** Runs in the page: draws each glyph at its advance width and returns its pixels. */
const draw = `async (letters) => {
  const [height, baseline, margin] = [120, 92, 6];
  const pen = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const font = '650 88px Inter';
  await document.fonts.load(font, letters.join(''));
  return letters.map((letter) => {
    pen.font = font;
    const advance = Math.round(pen.measureText(letter).width);
    Object.assign(pen.canvas, { width: advance + 2 * margin, height });
    pen.font = font;
    pen.fillText(letter, margin, baseline);
    const { data } = pen.getImageData(0, 0, pen.canvas.width, height);
    return { letter, advance, levels: Array.from({ length: data.length / 4 }, (_, at) => Math.round(data[at * 4 + 3] / 17)) };
  });
}`;

const { executablePath, args, env } = await findChromium();
const browser = await chromium.launch({ executablePath, args: [...args], ...(env ? { env } : {}) });
const page = await browser.newPage();
const faces = ['latin', 'latin-ext']
  .map(
    (name) =>
      `@font-face{font-family:Inter;font-weight:100 900;src:url(data:font/woff2;base64,${font(name)})}`,
  )
  .join('');
// The subsets form one family, and the browser picks the one with each glyph.
const ranged = faces.replace('}@', ';unicode-range:U+0-FF,U+2013-2014,U+2018-2019}@');
await page.setContent(`<style>${ranged}</style><p style="font-family:Inter">aą</p>`);
const drawn = await page.evaluate<Drawn[]>(`(${draw})(${JSON.stringify(characters)})`);
await browser.close();

const levels = deflateRawSync(Buffer.from(drawn.flatMap(({ levels: own }) => own)), { level: 9 });
const letters = { height: 120, margin: 6, levels: levels.toString('base64') };
// Pairs, because an object would list digits first.
const advances = drawn.map(({ letter, advance }) => [letter, advance]);
writeFileSync(target, `${JSON.stringify({ ...letters, advances })}\n`);
process.stdout.write(`${drawn.length} letters, ${Math.round(levels.length / 1000)} kB\n`);
