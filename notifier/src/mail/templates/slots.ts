/** Values for the `{{names}}` in a text. */
export type Slots = Readonly<Record<string, string>>;

/** Fills the slots in one pass: braces inside values stay text. Throws if a name has no value. */
export const fill = (text: string, slots: Slots, encode = (value: string) => value): string =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = slots[name];
    if (value === undefined) throw new Error(`the text of a mail has the slot ${name} without a value`);
    return encode(value);
  });

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for HTML content and quoted attributes. */
export const escapeHtml = (value: string): string =>
  value.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '');

/** Slots that hold addresses and are to be links. */
const addresses: ReadonlySet<string> = new Set(['link', 'newEmail', 'contact', 'page', 'leave']);

/** Breaks whatever mail programs would turn into links, by an invisible word joiner. */
export const withoutLinks = (slots: Slots): Slots =>
  Object.fromEntries(
    Object.entries(slots).map(([name, value]) => [
      name,
      addresses.has(name)
        ? value
        : value.replaceAll(/([.:@。．｡․＠])(?=[\p{L}\p{N}/])(?<!\d[.:](?=\d))/gu, '$1\u2060'),
    ]),
  );

/** Removes line breaks and control characters, so that a value cannot add a header. */
export const oneLine = (value: string): string =>
  value.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ').trim();
