const forms = new Set<symbol>();

/** Says that a form on the screen holds what was typed and not yet sent; the function that is given back ends that. */
export const holdTyped = (): (() => void) => {
  const form = Symbol('form');
  forms.add(form);
  return () => void forms.delete(form);
};

/** Whether leaving the page would lose what was typed. */
export const isTyping = (): boolean => forms.size > 0;
