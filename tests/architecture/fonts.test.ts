import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fontStack } from '@visita/contracts/fonts';

const root = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

test('every page has the product’s font first', () => {
  const said = /--font:\s*([^;]+);/.exec(read('web/src/ui/layout/fonts.css'))?.[1]?.replaceAll(/\s+/g, ' ');
  expect(said).toBe(`'Inter Variable', ${fontStack}`);
});

test('no style names other fonts or system fonts', () => {
  const sources = globSync(
    ['web/*.html', '{web,platform,notifier,operator,query-service,contracts}/src/**/*.{css,ts,tsx,json}'],
    { cwd: root, exclude: (path) => path.includes('node_modules') },
  );
  const named = sources.filter(
    (file) =>
      !/fonts\.(css|ts)$/.test(file) && /(?<!`)system-ui|Inter Variable|Segoe UI|BlinkMac/.test(read(file)),
  );
  expect(sources.length).toBeGreaterThan(500);
  expect(named).toEqual(['notifier/src/mail/templates/skeletons.json']);
});
