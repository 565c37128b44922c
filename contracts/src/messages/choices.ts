/** A patient's choices about planned messages of one professional. */
export type MessageChoices = {
  /** Consent to texts with reminders. */
  readonly texts: boolean;
  /** The consent to texts also covers offers of earlier times and invitations to a next visit. */
  readonly allTexts: boolean;
  /** The person wants no reminders, offers or invitations. */
  readonly stopped: boolean;
  /** The person may be invited to a next visit. */
  readonly recalls: boolean;
};

/** Choices of a person who made none. */
export const noChoices: MessageChoices = { texts: false, allTexts: false, stopped: false, recalls: true };

/** Words that end texts, in the product's languages and as networks prescribe them. */
const stopWords = new Set([
  'stop',
  'stopall',
  'unsubscribe',
  'quit',
  'basta',
  'arresta',
  'baja',
  'alto',
  'parar',
]);

/** Tells whether an answer to a text says that no more texts are wanted. */
export const saysStop = (answer: string): boolean => {
  const words = answer.toLowerCase().match(/\p{L}+/gu) ?? [];
  const [first = ''] = words;
  return (
    stopWords.has(first) &&
    (words.length === 1 || (words.length === 2 && /^(sms|all|todo|tutto)$/.test(words[1]!)))
  );
};
