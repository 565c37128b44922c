/** Longest line in octets, without line break (RFC 5545, 3.1). */
const longestLine = 75;

/** Escapes a text value (RFC 5545, 3.3.11). */
export const icsText = (value: string): string =>
  value
    .replaceAll(/\r\n|[\n\r\u2028\u2029]/g, ' ')
    .replaceAll(/\p{Cc}/gu, '')
    .replaceAll(/[\\;,]/g, String.raw`\$&`);

/** Quotes a parameter value. Quotes cannot be escaped and are removed (RFC 5545, 3.2). */
export const icsQuoted = (value: string): string => `"${value.replaceAll(/["\p{Cc}\u2028\u2029]/gu, '')}"`;

/** Formats an instant, `20261123T093000Z`. */
export const icsInstant = (at: Date): string => `${at.toISOString().replaceAll(/[-:]/g, '').slice(0, 15)}Z`;

/** Folds a long line, never within a character. */
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

/** Returns an iCalendar object of content lines, with the line breaks and folding of RFC 5545. */
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
