type Typed = { readonly type: string };

/** A function per type of a union of commands or events. */
export type Cases<Value extends Typed, Rest extends readonly unknown[], Result> = {
  readonly [Type in Value['type']]: (value: Extract<Value, { type: Type }>, ...rest: Rest) => Result;
};

/** Returns a function that calls the case of a value's type. */
export const byType =
  <Value extends Typed, Rest extends readonly unknown[], Result>(cases: Cases<Value, Rest, Result>) =>
  (value: Value, ...rest: Rest): Result => {
    const type: Value['type'] = value.type;
    // The compiler does not see that the value is the one that its own type selects.
    return (cases[type] as (value: Value, ...rest: Rest) => Result)(value, ...rest);
  };
