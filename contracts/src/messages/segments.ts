/** Basic character set of GSM 03.38 (3GPP TS 23.038, 6.2.1), without the escape. */
const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
/** Its extension table (6.2.1.1): an escape precedes each of these characters. */
const extension = new Set('\f^{}\\[~]|€');

export type TextEncoding = 'gsm-7' | 'ucs-2';

/** How a text is sent: units are septets (GSM-7) or 16-bit units (UCS-2), and each segment is paid for. */
export type Segments = {
  readonly encoding: TextEncoding;
  readonly units: number;
  readonly segments: number;
  /** Units that still fit into the last segment. */
  readonly left: number;
};

/** Units of a text in one segment, and of each segment of a longer text, which needs a header. */
const capacity = { 'gsm-7': { single: 160, part: 153 }, 'ucs-2': { single: 70, part: 67 } } as const;

const septetsOf = (character: string): number | null => {
  if (basic.has(character)) return 1;
  return extension.has(character) ? 2 : null;
};

/** Returns the units of each character: a character is never divided between two segments. */
const unitsOf = (text: string): { encoding: TextEncoding; units: number[] } => {
  const characters = Array.from(text);
  const septets = characters.map(septetsOf);
  return septets.every((count) => count !== null)
    ? { encoding: 'gsm-7', units: septets }
    : { encoding: 'ucs-2', units: characters.map(({ length }) => length) };
};

/** Counts the segments of a text. */
export const segmentsOf = (text: string): Segments => {
  const { encoding, units } = unitsOf(text);
  const { single, part } = capacity[encoding];
  const total = units.reduce((sum, count) => sum + count, 0);
  if (total <= single) return { encoding, units: total, segments: 1, left: single - total };
  let [segments, used] = [1, 0];
  for (const count of units) {
    if (used + count > part) [segments, used] = [segments + 1, 0];
    used += count;
  }
  return { encoding, units: total, segments, left: part - used };
};

/** Characters that typographers use, and letters that decomposition does not make plain. */
const plainOf: Readonly<Record<string, string>> = {
  '’': "'",
  '‘': "'",
  '“': '"',
  '”': '"',
  '«': '"',
  '»': '"',
  '–': '-',
  '—': '-',
  '…': '...',
  '·': '-',
  '\u00a0': ' ',
  '\u202f': ' ',
  ß: 'ss',
  æ: 'ae',
  Æ: 'AE',
  œ: 'oe',
  Œ: 'OE',
  ø: 'o',
  Ø: 'O',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ı: 'i',
};

/** Returns the text with plain letters in place of accented ones, so that more of it fits into a segment. */
export const plainLetters = (text: string): string =>
  Array.from(
    text.normalize('NFD').replaceAll(/\p{M}/gu, '').normalize('NFC'),
    (character) => plainOf[character] ?? character,
  ).join('');
