/** Marks that only turn the direction of what follows, soft hyphens and spaces of no width: copied texts bring them along. */
const dropped = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;

/** Joiners are spelling within words of some scripts (Persian, Hindi), and hold some emoji together; elsewhere they are nothing. */
const looseJoiner =
  /(?<![\p{L}\p{M}\p{Extended_Pictographic}])[\u200c\u200d]|[\u200c\u200d](?![\p{L}\p{M}\p{Extended_Pictographic}])/gu;

/** Matches a cleaned name without any other control or formatting sign, and without line breaks. */
export const withoutControl = /^(?:[^\p{Cc}\p{Cf}\u2028\u2029]|[\u200c\u200d])*$/u;

const visible = /[^\s\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Drops what is not seen from a text that has no spelling by joiners, such as an email. */
export const withoutInvisible = (typed: string): string =>
  typed.replaceAll(dropped, '').replaceAll(/\u200c|\u200d|\t/g, '');

/** Drops what is not seen and means nothing in a name; a tab becomes a space. */
export const cleanName = (typed: string): string =>
  typed
    .replaceAll(/ ?\t[\t ]*/g, ' ')
    .replaceAll(dropped, '')
    .replaceAll(/([\u200c\u200d])[\u200c\u200d]+/g, '$1')
    .replaceAll(looseJoiner, '');

/** Whether there is anything to see in a name: fillers and blank patterns are letters and symbols only by their category. */
export const isVisible = (name: string): boolean => visible.test(name);
