/** What a stage did not do, and why. */
export type Skipped = { readonly what: string; readonly why: string; readonly count: number };

/** A test that failed, or a file that could not be loaded. */
export type Failure = { readonly file: string; readonly title: string; readonly message: string };

/** What came of a stage. */
export type Outcome = {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: readonly Skipped[];
  /** What else the summary says, such as tests that passed at the second try only. */
  readonly notes: readonly string[];
  /** What failed, where the program tells. */
  readonly failures?: readonly Failure[];
};

/** One part of the check: a program that runs to its end, and how to read what came of it. */
export type Stage = {
  readonly name: string;
  readonly command: readonly [program: string, ...args: string[]];
  readonly env?: Readonly<Record<string, string>>;
  /** How many of the places it takes; 1 by default. */
  readonly places?: number;
  /** Stages that end before it starts. It runs even where they failed, for what does not need them. */
  readonly after?: readonly string[];
  /** Why it cannot run here; nothing where it can. */
  readonly missing?: string | null;
  /** Reads what the program wrote about its tests; a stage without is one check. */
  readonly read?: () => Promise<Outcome>;
  /** How the files in which something failed are tried a second time, alone; a stage without is not. */
  readonly again?: (files: readonly string[]) => Pick<Stage, 'command' | 'read'>;
};

export type Result = Outcome & { readonly name: string; readonly seconds: number };

export const single = (ok: boolean): Outcome => ({
  passed: ok ? 1 : 0,
  failed: ok ? 0 : 1,
  skipped: [],
  notes: [],
});
