/** Direction marks, soft hyphens and zero-width spaces, which come along with copied text. */
const dropped = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;

/** Zero-width joiners between characters that they do not join. In Persian, Hindi and emoji they are spelling. */
const looseJoiner =
  /(?<![\p{L}\p{M}\p{Extended_Pictographic}])[\u200c\u200d]|[\u200c\u200d](?![\p{L}\p{M}\p{Extended_Pictographic}])/gu;

/** Matches a cleaned name that has no other control or formatting characters and no line breaks. */
export const withoutControl = /^(?:[^\p{Cc}\p{Cf}\u2028\u2029]|[\u200c\u200d])*$/u;

const visible = /[^\s\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Removes invisible characters from text in which joiners have no meaning, such as an email. */
export const withoutInvisible = (typed: string): string =>
  typed.replaceAll(dropped, '').replaceAll(/\u200c|\u200d|\t/g, '');

/** Removes invisible characters that have no meaning in a name; a tab becomes a space. */
export const cleanName = (typed: string): string =>
  typed
    .replaceAll(/ ?\t[\t ]*/g, ' ')
    .replaceAll(dropped, '')
    .replaceAll(/([\u200c\u200d])[\u200c\u200d]+/g, '$1')
    .replaceAll(looseJoiner, '');

/** Whether a name has a visible character. Unicode counts fillers and blank patterns as letters and symbols. */
export const isVisible = (name: string): boolean => visible.test(name);
