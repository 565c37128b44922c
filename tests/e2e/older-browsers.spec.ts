import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from '@playwright/test';
import { features } from 'web-features';

/** The browsers of the end of 2023, by version. */
const oldest = { chrome: 120, firefox: 121, safari: 17.2 } as const;

/** Of what these browsers lack, what a page can do without: it only looks or feels a little better with it. */
const dispensable = [
  'accent-color',
  'backdrop-filter',
  'background-clip.text',
  'break-after.avoid',
  'forced-color-adjust',
  'overflow-anchor',
  'overscroll-behavior',
  'paint-order',
  'scrollbar-width',
  'text-box-edge',
  'text-box-trim',
  'text-wrap',
  'user-select',
].map((name) => `css.properties.${name}`);

const css = globSync(resolve(import.meta.dirname, '../../web/dist/assets/*.css'))
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n');

const supports: Readonly<Record<string, { support: Partial<Record<string, string>> }>> = Object.assign(
  {},
  ...Object.values(features).map((feature) => ('status' in feature ? feature.status.by_compat_key : {})),
);

const isKnown = (key: string): boolean =>
  Object.entries(oldest).every(([browser, version]) => {
    const since = supports[key]?.support[browser]?.replace('≤', '');
    return since !== undefined && Number(since) <= version;
  });

/** How a feature is spelt in a stylesheet without blanks; null where it has no spelling of its own. */
const spelling = (key: string): RegExp | null => {
  const [, kind, name, value, more] = key.split('.');
  if (more !== undefined && kind !== 'types') return null;
  if (kind === 'types') return new RegExp(`(?<![\\w-])${more ?? value ?? name}\\(`);
  if (kind === 'properties' && value === undefined) return new RegExp(`[{;]${name}:`);
  if (kind === 'properties') return new RegExp(`[{;]${name}:[^;}]*(?<![\\w-])${value}(?![\\w-])`);
  if (value !== undefined) return null;
  if (kind === 'at-rules') return new RegExp(`@${name}(?![\\w-])`);
  return kind === 'selectors' ? new RegExp(`:${name}(?![\\w-])[^;}]*\\{`) : null;
};

test('no stylesheet relies on what the browsers of three years ago do not know', () => {
  expect(css, 'the pages are built').toContain('--ink');
  const newer = Object.keys(supports).filter((key) => key.startsWith('css.') && !isKnown(key));
  expect(newer).toContain('css.types.color.light-dark');
  const used = newer.filter((key) => spelling(key)?.test(css));
  const relied = used.filter((key) => !dispensable.some((one) => key === one || key.startsWith(`${one}.`)));
  // The kit's `clip: rect()` is the old one, of another property.
  expect(relied.filter((key) => key !== 'css.types.basic-shape.rect')).toEqual([]);
});
