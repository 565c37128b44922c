import { readFile } from 'node:fs/promises';

export type Failure = { readonly file: string; readonly title: string; readonly message: string };

export type Outcome = {
  readonly passed: number;
  readonly failed: number;
  /** Titles of skipped tests, with the reason in brackets at the end. */
  readonly skipped: readonly string[];
  readonly notes: readonly string[];
  readonly failures: readonly Failure[];
};

type VitestReport = {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly ancestorTitles: readonly string[];
      readonly title: string;
      readonly status: string;
      readonly tags?: readonly string[];
      readonly failureMessages?: readonly string[];
    }[];
  }[];
};

const firstLine = (text = 'no message'): string => text.split('\n')[0] ?? '';

/** Reads the report of vitest's `json` reporter, without the tests of the tag `leftOut`. */
export const readVitest = async (path: string, leftOut = ''): Promise<Outcome> => {
  const { testResults } = JSON.parse(await readFile(path, 'utf8')) as VitestReport;
  const tests = testResults
    .flatMap(({ name: file, assertionResults }) => assertionResults.map((test) => ({ ...test, file })))
    .filter(({ tags }) => !tags?.includes(leftOut));
  const having = (status: string) => tests.filter((test) => test.status === status);
  // A file that failed to load has no failed test and counts as one.
  const unloaded = testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  );
  const failures = [
    ...having('failed').map(({ file, ancestorTitles, title, failureMessages }) => ({
      file,
      title: [...ancestorTitles, title].join(' > '),
      message: firstLine(failureMessages?.[0]),
    })),
    ...unloaded.map(({ name: file, message }) => ({ file, title: 'the file', message: firstLine(message) })),
  ];
  const skipped = tests
    .filter(({ status }) => status !== 'passed' && status !== 'failed')
    .map(
      ({ ancestorTitles, title }) =>
        [...ancestorTitles, title].find((one) => one.endsWith(')')) ?? ancestorTitles[0] ?? title,
    );
  return { passed: having('passed').length, failed: failures.length, skipped, notes: [], failures };
};

type PlaywrightSuite = {
  readonly suites?: readonly PlaywrightSuite[];
  readonly specs?: readonly {
    readonly title: string;
    readonly file: string;
    readonly tests: readonly {
      readonly status: 'expected' | 'unexpected' | 'flaky' | 'skipped';
      readonly annotations: readonly { readonly type: string; readonly description?: string }[];
      readonly results: readonly { readonly error?: { readonly message?: string } }[];
    }[];
  }[];
};

type PlaywrightReport = PlaywrightSuite & { readonly errors: readonly { readonly message?: string }[] };

const specsOf = ({ specs = [], suites = [] }: PlaywrightSuite): NonNullable<PlaywrightSuite['specs']> => [
  ...specs,
  ...suites.flatMap(specsOf),
];

export const readPlaywright = async (path: string): Promise<Outcome> => {
  const report = JSON.parse(await readFile(path, 'utf8')) as PlaywrightReport;
  const tests = specsOf(report).flatMap(({ title, file, tests: own }) =>
    own.map((test) => ({ title, file, ...test })),
  );
  const having = (status: string) => tests.filter((test) => test.status === status);
  const flaky = having('flaky');
  const failures = having('unexpected').map(({ file, title, results }) => ({
    file,
    title,
    message: firstLine(results.find(({ error }) => error)?.error?.message),
  }));
  return {
    passed: having('expected').length + flaky.length,
    failed: failures.length + report.errors.length,
    skipped: having('skipped').map(
      ({ title, annotations }) =>
        `${title} (${annotations.find(({ type }) => type === 'skip')?.description ?? 'not reached'})`,
    ),
    notes: [
      ...flaky.map(({ title }) => `passed at the second try only: ${title}`),
      ...report.errors.map(({ message }) => firstLine(message)),
    ],
    failures,
  };
};
