import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import lighthouse, { type RunnerResult } from 'lighthouse';
import { freePort } from '@visita/platform/machine/free-port';
import { waitUntil } from '@visita/platform/postgres/running-process';
import { openPractice } from '../e2e/practice.ts';
import { findChromium } from '../support/chromium.ts';
import { startStack } from '../support/stack.ts';

/** Pages with their minimum Lighthouse scores. */
const pages = [
  { path: '/login', performance: 95 },
  { path: '/signup', performance: 95 },
  { path: '/booking/lia_lighthouse', performance: 98 },
];
const wanted = { accessibility: 100, 'best-practices': 100, seo: 100 };
type Category = keyof typeof wanted | 'performance';
/** The median of three runs, because one may be disturbed. */
const tries = 3;

type Report = RunnerResult['lhr'];

const say = (text: string): boolean => process.stdout.write(`${text}\n`);

const scoreOf = ({ categories }: Report, category: Category): number =>
  Math.round((categories[category]?.score ?? 0) * 100);

/** Returns the audits below the full score, with their details. */
const shortcomings = ({ categories, audits }: Report, category: Category): string[] =>
  (categories[category]?.auditRefs ?? []).flatMap(({ id, weight }) => {
    const audit = audits[id];
    if (!audit || weight === 0 || audit.score === null || audit.score >= 0.9) return [];
    const items = audit.details?.type === 'table' ? JSON.stringify(audit.details.items.slice(0, 3)) : '';
    return [`${id}: ${audit.title} ${audit.displayValue ?? ''} ${items}`.trim()];
  });

/** Lighthouse errors for an incomplete browser trace, which it asks to retry. */
const lostTraces = new Set(['NO_TRACING_STARTED', 'NO_NAVSTART', 'NO_RESOURCE_REQUEST']);

/** Attempts per page after an incomplete trace. */
const triesOfTrace = 3;

/** Runs Lighthouse with its mobile preset: simulated CPU and network throttling. */
const report = async (url: string, port: number, left = triesOfTrace - 1): Promise<Report> => {
  const onlyCategories = ['performance', ...Object.keys(wanted)];
  const result = await lighthouse(url, { port, logLevel: 'error', onlyCategories });
  if (!result) throw new Error(`Lighthouse said nothing of ${url}`);
  const { lhr } = result;
  if (!lhr.runtimeError) return lhr;
  const { code, message } = lhr.runtimeError;
  if (left === 0 || !lostTraces.has(code)) throw new Error(`${url}: ${message}`);
  say(`${url}: tried again, for the trace was lost (${code})`);
  return report(url, port, left - 1);
};

const median = (reports: readonly Report[]): Report =>
  reports.toSorted((one, other) => scoreOf(one, 'performance') - scoreOf(other, 'performance'))[
    Math.floor(reports.length / 2)
  ]!;

/** Prints the scores of a page and returns those below the minimum. */
const judge = ({ path, performance }: (typeof pages)[number], found: Report): string[] => {
  const wants: Record<Category, number> = { performance, ...wanted };
  const categories = Object.keys(wants) as Category[];
  const blocked = Math.round(found.audits['total-blocking-time']?.numericValue ?? 0);
  const machine = Math.round(found.environment.benchmarkIndex);
  say(
    `${path}: ${categories.map((category) => `${category} ${scoreOf(found, category)}`).join(', ')}; ` +
      `${blocked} ms blocked, on a machine of index ${machine}`,
  );
  return categories
    .filter((category) => scoreOf(found, category) < wants[category])
    .map((category) =>
      [
        `${path}: ${category} ${scoreOf(found, category)}, at least ${wants[category]} are wanted`,
        ...shortcomings(found, category),
      ].join('\n  '),
    );
};

const timeoutMs = 60_000;

/** Browser without a driver: a second client would interfere. */
const startBrowser = async (port: number) => {
  const { executablePath, args, env } = await findChromium();
  const profile = await mkdtemp(join(tmpdir(), 'visita-lighthouse-'));
  const own = ['--headless', `--remote-debugging-port=${port}`, `--user-data-dir=${profile}`, 'about:blank'];
  const child = spawn(executablePath, [...args, ...own], { stdio: 'ignore', env: env ?? process.env });
  const ended = once(child, 'exit');
  const answers = () =>
    fetch(`http://127.0.0.1:${port}/json/version`).then(
      ({ ok }) => ok,
      () => false,
    );
  if (!(await waitUntil(answers, timeoutMs))) throw new Error('the browser did not start');
  return async (): Promise<void> => {
    child.kill();
    await ended;
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  };
};

/** Runs Lighthouse on the public pages, with nothing else running: `node tests/lighthouse/run.ts`. */
const stack = await startStack();
const port = await freePort();
const stopBrowser = await startBrowser(port);
try {
  await openPractice(stack, 'lia_lighthouse');
  const failures: string[] = [];
  for (const page of pages) {
    const reports: Report[] = [];
    for (let at = 0; at < tries; at += 1) reports.push(await report(`${stack.address}${page.path}`, port));
    failures.push(...judge(page, median(reports)));
  }
  for (const failure of failures) say(failure);
  if (failures.length > 0) process.exitCode = 1;
} finally {
  await stopBrowser();
  await stack.stop();
}
