import { expect, it } from 'vitest';
import skeletons from '../notifier/src/mail/templates/skeletons.json' with { type: 'json' };
import { compileSkeletons } from '../bin/build-mails.ts';
import { notFree } from '../bin/check-licences.ts';

it('matches the written mail layout (bin/build-mails.ts compiles it)', async () => {
  expect(skeletons).toEqual(await compileSkeletons());
});

it('finds packages without a distributable licence', () => {
  const packages = {
    '': {},
    'node_modules/free': { license: '(MIT OR GPL-3.0-only)' },
    'node_modules/both': { license: 'MIT AND AGPL-3.0-only' },
    'node_modules/a/node_modules/untold': {},
    'node_modules/own': { link: true },
  };
  expect(notFree(packages)).toEqual([
    'node_modules/both MIT AND AGPL-3.0-only',
    'node_modules/a/node_modules/untold none',
  ]);
});
