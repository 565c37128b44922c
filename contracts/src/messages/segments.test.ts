import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainLetters, segmentsOf } from './segments.ts';

const gsm = fc.constantFrom(
  ...Array.from('abcXYZ 0189@£èéùìòÇØøÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ!"#¤%&()*+,-./:;<=>?¡ÄÖÑÜ§¿äöñüà\n'),
);
const escaped = fc.constantFrom(...Array.from('^{}\\[~]|€'));
const beyond = fc.constantFrom('á', 'ç', '’', '字', '😀', 'ł');
const textOf = (...parts: fc.Arbitrary<string>[]) =>
  fc.array(fc.oneof(...parts), { maxLength: 400 }).map((characters) => characters.join(''));

describe('the segments of a text', () => {
  it.each([
    ['an empty text', '', 'gsm-7', 0, 1, 160],
    ['160 letters', 'a'.repeat(160), 'gsm-7', 160, 1, 0],
    ['161 letters', 'a'.repeat(161), 'gsm-7', 161, 2, 145],
    ['306 letters', 'a'.repeat(306), 'gsm-7', 306, 2, 0],
    ['307 letters', 'a'.repeat(307), 'gsm-7', 307, 3, 152],
    ['80 euro signs', '€'.repeat(80), 'gsm-7', 160, 1, 0],
    ['a euro sign that would be divided', `${'a'.repeat(152)}€${'a'.repeat(100)}`, 'gsm-7', 254, 2, 51],
    ['70 accented letters', 'á'.repeat(70), 'ucs-2', 70, 1, 0],
    ['71 accented letters', 'á'.repeat(71), 'ucs-2', 71, 2, 63],
    ['35 emoji', '😀'.repeat(35), 'ucs-2', 70, 1, 0],
    ['an emoji that would be divided', `${'á'.repeat(66)}😀${'á'.repeat(4)}`, 'ucs-2', 72, 2, 61],
  ] as const)('counts %s', (_name, text, encoding, units, segments, left) => {
    expect(segmentsOf(text)).toEqual({ encoding, units, segments, left });
  });

  it('uses GSM-7 for every text of the basic set and its extension', () => {
    fc.assert(fc.property(textOf(gsm, escaped), (text) => segmentsOf(text).encoding === 'gsm-7'));
  });

  it('uses UCS-2 as soon as one other character occurs', () => {
    fc.assert(
      fc.property(textOf(gsm), beyond, textOf(gsm), (before, other, after) => {
        expect(segmentsOf(before + other + after).encoding).toBe('ucs-2');
      }),
    );
  });

  it('has as many segments as the units need, and at most one unit lost in each', () => {
    fc.assert(
      fc.property(textOf(gsm, escaped, beyond), (text) => {
        const { encoding, units, segments, left } = segmentsOf(text);
        const [single, part] = encoding === 'gsm-7' ? [160, 153] : [70, 67];
        if (units <= single) expect(segments).toBe(1);
        else {
          expect(segments).toBeGreaterThanOrEqual(Math.ceil(units / part));
          expect(segments * part - left - units).toBeLessThan(segments);
        }
        expect(left).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it('never becomes fewer when a text grows', () => {
    fc.assert(
      fc.property(textOf(gsm, escaped, beyond), textOf(gsm, escaped, beyond), (text, more) => {
        expect(segmentsOf(text + more).segments).toBeGreaterThanOrEqual(segmentsOf(text).segments);
      }),
    );
  });
});

describe('plain letters', () => {
  it('writes á as a, ñ as n, and typographic signs as plain ones', () => {
    expect(plainLetters('Él vendrá mañana – “a las 9”…')).toBe('El vendra manana - "a las 9"...');
    expect(plainLetters('perché è più caffè')).toBe('perche e piu caffe');
  });

  it('makes a text of European letters fit GSM-7', () => {
    const european = fc.constantFrom(...Array.from('áàâäãåçćčéèêëíìîïñóòôöõøúùûüýžšłđœæßÁÉÍÓÚÑÇ'));
    fc.assert(
      fc.property(
        textOf(european, gsm),
        (text) => segmentsOf(plainLetters(text.replaceAll(/[ΔΦΓΛΩΠΨΣΘΞ]/g, ''))).encoding === 'gsm-7',
      ),
    );
  });

  it('never needs more segments of the same encoding, and is stable', () => {
    fc.assert(
      fc.property(textOf(gsm, beyond), (text) => {
        expect(plainLetters(plainLetters(text))).toBe(plainLetters(text));
      }),
    );
  });
});
