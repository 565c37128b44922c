/**
 * Letters that Unicode does not decompose, as CLDR's transliteration Latin-ASCII spells them. It has a mark or a ligature
 * for each; what has a decomposition is none of these.
 */
const spelt: Readonly<Record<string, string>> = {
  æ: 'ae',
  œ: 'oe',
  ß: 'ss',
  þ: 'th',
  ƕ: 'hv',
  ƣ: 'oi',
  ȸ: 'db',
  ȹ: 'qp',
  ꜳ: 'aa',
  ꜵ: 'ao',
  ꜷ: 'au',
  ꜹ: 'av',
  ꜽ: 'ay',
  ꝏ: 'oo',
  ỻ: 'll',
  ꝡ: 'vy',
  ...Object.fromEntries(
    Object.entries({
      a: 'ⱥᶏ',
      b: 'ƀƃɓᵬᶀ',
      c: 'ƈȼɕ',
      d: 'ðđɖƌȡɗᵭᶁ',
      e: 'ɇᶒ',
      f: 'ƒᵮᶂ',
      g: 'ǥɠɡᶃ',
      h: 'ħɦⱨ',
      i: 'ıɨᶖ',
      j: 'ȷɉɟʝ',
      k: 'ƙᶄⱪꝁ',
      l: 'łƚȴɫɬɭⱡꝉᶅ',
      m: 'ɱᵯᶆ',
      n: 'ŋƞȵɲɳᵰᶇ',
      o: 'øɵⱺꝋ',
      p: 'ƥᵱᵽᶈꝑ',
      q: 'ĸɋʠꝗ',
      r: 'ɍɼɽɾᵲᵳᶉ',
      s: 'ȿʂᵴᶊ',
      t: 'ŧƫƭȶʈⱦᵵ',
      u: 'ʉᶙ',
      v: 'ʋᶌⱱⱴꝟ',
      w: 'ⱳ',
      x: 'ᶍ',
      y: 'ƴɏỿ',
      z: 'ƶȥɀʐʑᵶᶎⱬ',
      // A sigma at the end of a word is a sigma.
      σ: 'ς',
      "'": '‘’‚‛′`ʹʻʼʽˈꞌ',
      '-': '‐‑‒–—―⁃−﹘﹣－',
    }).flatMap(([plain, letters]) => Array.from(letters, (letter) => [letter, plain])),
  ),
};

/**
 * A text as it is searched, in SQL and in the browser: without capitals, accents and what is not seen, letters of other
 * alphabets' Latin as two plain ones, typographic apostrophes and hyphens as typed ones, single spaces.
 */
export const fold = (text: string): string =>
  text
    .normalize('NFC')
    // It would be taken for a space with an accent.
    .replaceAll('´', "'")
    .normalize('NFKD')
    .replaceAll(/[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .toLowerCase()
    .replaceAll(/[^ -_a-~]/gu, (letter) => spelt[letter] ?? letter)
    .replaceAll(/\s+/g, ' ')
    .trim();
