/** Input source of WebDriver with its actions, the same in both protocols. */
export type Input = Readonly<Record<string, unknown>>;

export type Driver = {
  open(url: string): Promise<void>;
  /** Evaluates an expression in the page, awaits it and returns JSON. */
  read(expression: string): Promise<string>;
  act(inputs: readonly Input[]): Promise<void>;
  close(): Promise<void>;
};
