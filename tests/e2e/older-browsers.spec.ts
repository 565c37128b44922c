import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from '@playwright/test';
import { features } from 'web-features';

/** Minimum browser versions, of late 2023. */
const oldest = { chrome: 120, firefox: 121, safari: 17.2 } as const;

/** Unsupported features that only improve the look. */
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

/** Returns a pattern of a feature in minified CSS; null if it has none. */
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

test('no stylesheet relies on features that three-year-old browsers lack', () => {
  expect(css, 'the pages are built').toContain('--ink');
  const newer = Object.keys(supports).filter((key) => key.startsWith('css.') && !isKnown(key));
  expect(newer).toContain('css.types.color.light-dark');
  const used = newer.filter((key) => spelling(key)?.test(css));
  const relied = used.filter((key) => !dispensable.some((one) => key === one || key.startsWith(`${one}.`)));
  // Mantine uses the older `clip: rect()`, a different property.
  expect(relied.filter((key) => key !== 'css.types.basic-shape.rect')).toEqual([]);
});
