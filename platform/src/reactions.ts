/** The function that a map of event types has for one, or undefined where the type is not followed. */
export const reactionTo = <Reaction>(
  on: Readonly<Record<string, Reaction>>,
  type: string,
): Reaction | undefined => (Object.hasOwn(on, type) ? on[type] : undefined);
