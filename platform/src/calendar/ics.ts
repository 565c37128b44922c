/** Longest line in octets, without its line break (RFC 5545, 3.1). */
const longestLine = 75;

/** A text value: one line, with what would end or split it escaped (RFC 5545, 3.3.11). */
export const icsText = (value: string): string =>
  value
    .replaceAll(/\r\n|[\n\r\u2028\u2029]/g, ' ')
    .replaceAll(/\p{Cc}/gu, '')
    .replaceAll(/[\\;,]/g, String.raw`\$&`);

/** A quoted parameter value; it has no escape for quotes, so they are left out (RFC 5545, 3.2). */
export const icsQuoted = (value: string): string => `"${value.replaceAll(/["\p{Cc}\u2028\u2029]/gu, '')}"`;

/** An instant, `20261123T093000Z`. */
export const icsInstant = (at: Date): string => `${at.toISOString().replaceAll(/[-:]/g, '').slice(0, 15)}Z`;

/** Continues a long line on further ones that begin with a space, never within a character. */
const fold = (line: string): string => {
  const lines: string[] = [];
  let current = '';
  let octets = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > longestLine) {
      lines.push(current);
      current = ' ';
      octets = 1;
    }
    current += character;
    octets += size;
  }
  return [...lines, current].join('\r\n');
};

/** An iCalendar object of such content lines, with the line breaks and folds of RFC 5545. */
export const writeIcs = (content: readonly string[]): string => {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Visita//Visita//EN',
    'CALSCALE:GREGORIAN',
    ...content,
    'END:VCALENDAR',
  ];
  return `${lines.map(fold).join('\r\n')}\r\n`;
};
