/** One of WebDriver's sources of input with what it does: the same in both of its protocols. */
export type Input = Readonly<Record<string, unknown>>;

/** As much of a browser as a person has: an address bar, eyes, and hands. */
export type Driver = {
  open(url: string): Promise<void>;
  /** What an expression is in the page, once it is settled, as JSON. */
  read(expression: string): Promise<string>;
  act(inputs: readonly Input[]): Promise<void>;
  close(): Promise<void>;
};
