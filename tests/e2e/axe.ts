import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import { atRest } from './at-rest.ts';

// axe's own package for Playwright opens a page of its own for each look, which takes ten times as long as looking.
const { resolve } = createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright'));
const source = readFileSync(resolve('axe-core/axe.min.js'), 'utf8');

const every = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] };
const contrast = { type: 'rule', values: ['color-contrast'] };

/** What axe runs: everything, only what the colours of another scheme could do, or all but that, which takes longest. */
const scopes = {
  everything: { runOnly: every },
  contrast: { runOnly: contrast },
  'all but contrast': { runOnly: every, rules: { 'color-contrast': { enabled: false } } },
};
export type Scope = keyof typeof scopes;

// Colours in the middle of a transition are not the page's colours.
const settled =
  'Promise.all(document.getAnimations().filter((a) => a.effect.getComputedTiming().iterations === 1).map((a) => a.finished.catch(() => {})))';

const violations = (within: string, scope: Scope) => `axe
  .run(${within}, ${JSON.stringify({ ...scopes[scope], resultTypes: ['violations'] })})
  .then(({ violations }) =>
    violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' ')),
  )`;

/** The WCAG 2.2 AA violations that axe finds in the page as it stands, or in a part of it given by a script. */
export const violationsOn = async (
  page: Page,
  within = 'document',
  scope: Scope = 'everything',
): Promise<string[]> => {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(source);
  // The dashboard's kit follows a change of the scheme a moment later.
  return atRest(async () => {
    await page.evaluate(settled);
    return page.evaluate<string[]>(violations(within, scope));
  });
};
