const forms = new Set<symbol>();

/** Marks a form with unsent input; the returned function unmarks it. */
export const holdTyped = (): (() => void) => {
  const form = Symbol('form');
  forms.add(form);
  return () => void forms.delete(form);
};

export const isTyping = (): boolean => forms.size > 0;
