/** Spelling of the letters that Unicode does not decompose, from CLDR's Latin-ASCII transliteration. */
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
      // Final and medial sigma match.
      σ: 'ς',
      "'": '‘’‚‛′`ʹʻʼʽˈꞌ',
      '-': '‐‑‒–—―⁃−﹘﹣－',
    }).flatMap(([plain, letters]) => Array.from(letters, (letter) => [letter, plain])),
  ),
};

/**
 * Returns the form of a text that searches compare, in SQL and in the browser: lower case, no accents, no invisible
 * characters, ligatures as two letters, plain apostrophes and hyphens, single spaces.
 */
export const fold = (text: string): string =>
  text
    .normalize('NFC')
    // NFKD would turn the acute accent sign into a space with an accent.
    .replaceAll('´', "'")
    .normalize('NFKD')
    .replaceAll(/[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .toLowerCase()
    .replaceAll(/[^ -_a-~]/gu, (letter) => spelt[letter] ?? letter)
    .replaceAll(/\s+/g, ' ')
    .trim();
