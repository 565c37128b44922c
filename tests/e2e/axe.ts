import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import { atRest } from './at-rest.ts';

// axe's package for Playwright opens a new page for each check, which takes ten times as long.
const { resolve } = createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright'));
const source = readFileSync(resolve('axe-core/axe.min.js'), 'utf8');

const every = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] };
const contrast = { type: 'rule', values: ['color-contrast'] };

/** Rules to run: all, only those that depend on colours, or all others, which are the slowest. */
const scopes = {
  everything: { runOnly: every },
  contrast: { runOnly: contrast },
  'all but contrast': { runOnly: every, rules: { 'color-contrast': { enabled: false } } },
};
export type Scope = keyof typeof scopes;

// Colours are final once transitions have ended.
const settled =
  'Promise.all(document.getAnimations().filter((a) => a.effect.getComputedTiming().iterations === 1).map((a) => a.finished.catch(() => {})))';

/**
 * Tells whether a calendar entry reduces a first name to its initial. Depending on how the lines break, axe takes the
 * rest of the name as hidden, and then finds that the visible text differs from the accessible name.
 */
const isReduced = `({ target: [selector] }) => {
  const rest = document.querySelector(selector)?.querySelector('.entry-rest');
  return Boolean(rest) && getComputedStyle(rest).fontSize === '0px';
}`;

const violations = (within: string, scope: Scope) => `axe
  .run(${within}, ${JSON.stringify({ ...scopes[scope], resultTypes: ['violations'] })})
  .then(({ violations }) =>
    violations
      .map(({ id, nodes }) => ({ id, nodes: id === 'label-content-name-mismatch' ? nodes.filter((node) => !(${isReduced})(node)) : nodes }))
      .filter(({ nodes }) => nodes.length > 0)
      .map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' ')),
  )`;

/** Returns the WCAG 2.2 AA violations that axe finds in the page, or in an element given by a script. */
export const violationsOn = async (
  page: Page,
  within = 'document',
  scope: Scope = 'everything',
): Promise<string[]> => {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(source);
  // Mantine applies a new colour scheme asynchronously.
  return atRest(async () => {
    await page.evaluate(settled);
    return page.evaluate<string[]>(violations(within, scope));
  });
};
