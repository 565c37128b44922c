import { readFile } from 'node:fs/promises';
import type { Failure, Outcome, Skipped } from './stage.ts';

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

const reasonIn = /^(.*) \((.+)\)$/;

/** Groups skipped tests by the title that says why in brackets at its end. */
const grouped = (titles: readonly string[]): Skipped[] =>
  [...Map.groupBy(titles, (title) => title)].map(([title, same]) => {
    const [, what = title, why = 'no reason given'] = reasonIn.exec(title) ?? [];
    return { what, why, count: same.length };
  });

const firstLine = (text = 'no message'): string => text.split('\n')[0] ?? '';

const failuresIn = ({
  name: file,
  message,
  assertionResults,
}: VitestReport['testResults'][number]): Failure[] => {
  const failed = assertionResults.filter(({ status }) => status === 'failed');
  if (failed.length === 0) return [{ file, title: 'the file', message: firstLine(message) }];
  return failed.map(({ ancestorTitles, title, failureMessages }) => ({
    file,
    title: [...ancestorTitles, title].join(' > '),
    message: firstLine(failureMessages?.[0]),
  }));
};

/** What came of a run of vitest, from what its `json` reporter wrote; `leftOut` is the tag of tests that it did not run. */
export const readVitest = async (file: string, leftOut?: string): Promise<Outcome> => {
  const { testResults } = JSON.parse(await readFile(file, 'utf8')) as VitestReport;
  const tests = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ tags }) => leftOut === undefined || !tags?.includes(leftOut));
  const count = (status: string) => tests.filter((test) => test.status === status).length;
  // A file that cannot be loaded has no tests that could fail; it fails as one.
  const failures = testResults.filter(({ status }) => status === 'failed').flatMap(failuresIn);
  const reasonOf = ({ ancestorTitles, title }: (typeof tests)[number]) =>
    [...ancestorTitles, title].find((one) => reasonIn.test(one));
  const skipped = tests.filter(({ status }) => status !== 'passed' && status !== 'failed');
  return {
    passed: count('passed'),
    failed: failures.length,
    skipped: grouped(skipped.map((test) => reasonOf(test) ?? test.ancestorTitles[0] ?? test.title)),
    notes: [],
    failures,
  };
};

type PlaywrightSuite = {
  readonly title: string;
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

const specsOf = (suite: PlaywrightSuite): NonNullable<PlaywrightSuite['specs']> => [
  ...(suite.specs ?? []),
  ...(suite.suites ?? []).flatMap(specsOf),
];

/** What came of a run of Playwright, from what its `json` reporter wrote. */
export const readPlaywright = async (file: string): Promise<Outcome> => {
  const report = JSON.parse(await readFile(file, 'utf8')) as {
    suites: readonly PlaywrightSuite[];
    errors: readonly { message?: string }[];
  };
  const tests = report.suites
    .flatMap(specsOf)
    .flatMap(({ title, file: of, tests: own }) => own.map((test) => ({ title, file: of, ...test })));
  const having = (status: string) => tests.filter((test) => test.status === status);
  const flaky = having('flaky');
  const errors = report.errors.map(({ message }) => firstLine(message));
  return {
    passed: having('expected').length + flaky.length,
    failed: having('unexpected').length + report.errors.length,
    skipped: grouped(
      having('skipped').map(
        ({ title, annotations }) =>
          `${title} (${annotations.find(({ type }) => type === 'skip')?.description ?? 'not reached'})`,
      ),
    ),
    notes: [...flaky.map(({ title }) => `passed at the second try only: ${title}`), ...errors],
    failures: having('unexpected').map(({ file: of, title, results }) => ({
      file: of,
      title,
      message: firstLine(results.find(({ error }) => error)?.error?.message),
    })),
  };
};
