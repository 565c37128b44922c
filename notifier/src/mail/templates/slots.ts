/** What stands in for the `{{names}}` of a text. */
export type Slots = Readonly<Record<string, string>>;

/** Puts values in, once: braces that come with a value stay what they are. Throws on a name without a value. */
export const fill = (text: string, slots: Slots, encode = (value: string) => value): string =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = slots[name];
    if (value === undefined) throw new Error(`a mail's text names ${name}, which has no value`);
    return encode(value);
  });

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text as HTML, in content and in quoted attributes. */
export const escapeHtml = (value: string): string =>
  value.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '');

/** Values that are addresses, and are to be links. */
const addresses: ReadonlySet<string> = new Set(['link', 'newEmail', 'contact', 'page']);

/**
 * Values in which no mail program finds a link: a word joiner, which nobody sees, stands behind what makes one of them.
 */
export const withoutLinks = (slots: Slots): Slots =>
  Object.fromEntries(
    Object.entries(slots).map(([name, value]) => [
      name,
      addresses.has(name)
        ? value
        : value.replaceAll(/([.:@。．｡․＠])(?=[\p{L}\p{N}/])(?<!\d[.:](?=\d))/gu, '$1\u2060'),
    ]),
  );

/** One line, so that no header can be added through it. */
export const oneLine = (value: string): string =>
  value.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ').trim();
