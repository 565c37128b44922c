import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folders, type Module, parseModule, readModules } from './architecture/modules.ts';
import * as rules from './architecture/rules.ts';

const root = join(import.meta.dirname, '..');
const modules = readModules(root);

const manifestOf = (folder: string): rules.Manifest | undefined => {
  const path = join(root, folder, 'package.json');
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as rules.Manifest) : undefined;
};

const manifests = Object.fromEntries(
  ['', ...folders].flatMap((folder) => {
    const manifest = manifestOf(folder);
    return manifest ? [[folder, manifest]] : [];
  }),
);

describe('source files', () => {
  it('are all checked', () => {
    expect(modules.length).toBeGreaterThan(100);
    for (const folder of folders) {
      const own = modules.filter(({ file }) => file.startsWith(`${folder}/`));
      expect(own.length, folder).toBeGreaterThan(0);
      expect(own.flatMap(({ targets }) => targets).length, folder).toBeGreaterThan(0);
    }
  });

  it('import only existing files', () => {
    const missing = modules.flatMap(({ file, targets }) =>
      targets.flatMap((target) =>
        target.kind === 'file' && !existsSync(join(root, target.path)) ? [`${file} → ${target.path}`] : [],
      ),
    );
    expect(missing).toEqual([]);
  });
});

/** A rule, and sources (path and text) that break it; `fine` must pass. */
type Example = { breaks: readonly Source[]; fine: readonly Source[]; found: readonly string[] };
type Source = readonly [file: string, text: string];
type Rule = (modules: readonly Module[]) => readonly string[];

const parsed = (sources: readonly Source[]) => sources.map(([file, text]) => parseModule(file, text));

const holds = (name: string, rule: Rule, { breaks, fine, found }: Example) =>
  describe(name, () => {
    it('holds', () => expect(rule(modules)).toEqual([]));
    it('finds violations', () => expect(rule(parsed(breaks))).toEqual(found));
    it('accepts the other sources', () => expect(rule(parsed(fine))).toEqual([]));
  });

holds('the table of who may import whom', rules.acrossTable, {
  breaks: [
    ['web/src/a.ts', `import type { Config } from '@visita/platform/config/config'`],
    ['contracts/src/a.ts', `export * from '@visita/platform/config/config'`],
    ['projector/src/a.ts', `const it = await import('@visita/query-service/service')`],
    ['notifier/src/mail/a.ts', `import { rows } from '../../../projector/src/rows.ts'`],
    ['platform/src/a.ts', `type Domain = import('@visita/command-service/domain').Domain`],
    ['bin/a.ts', `import '../tests/support/a.ts'`],
  ],
  found: [
    'web/src/a.ts → platform/src/config/config.ts',
    'contracts/src/a.ts → platform/src/config/config.ts',
    'projector/src/a.ts → query-service/src/service.ts',
    'notifier/src/mail/a.ts → projector/src/rows.ts',
    'platform/src/a.ts → command-service/src/domain.ts',
    'bin/a.ts → tests/support/a.ts',
  ],
  fine: [
    ['web/src/a.ts', `import { calls } from '@visita/contracts/api/table'; import './b.ts'`],
    ['tests/a.ts', `import '../operator/src/core.ts'; import '@visita/projector/rebuild'`],
  ],
});

holds('contracts of schemas, dates and phones only', rules.impureContracts, {
  breaks: [['contracts/src/a.ts', `import 'node:crypto'; import pg from 'pg'; import 'fs/promises'`]],
  found: ['contracts/src/a.ts → node:crypto', 'contracts/src/a.ts → pg', 'contracts/src/a.ts → fs/promises'],
  fine: [
    ['contracts/src/a.ts', `import { z } from 'zod'; import 'temporal-polyfill/global'`],
    ['contracts/src/a.test.ts', `import { it } from 'vitest'; import 'node:fs'`],
  ],
});

holds('a browser without Node', rules.nodeInBrowser, {
  breaks: [['web/src/lib/a.ts', `import { randomUUID } from 'node:crypto'`]],
  found: ['web/src/lib/a.ts → node:crypto'],
  fine: [['web/vite.config.ts', `import { join } from 'node:path'`]],
});

holds('pure deciders', rules.impureDeciders, {
  breaks: [
    ['command-service/src/hub/decider.ts', `import 'node:crypto'; import { roles } from './roles.ts'`],
    ['command-service/src/hub/roles.ts', `import '../clinic/decider.ts'; import '@visita/platform/ids/uuid'`],
    ['command-service/src/clinic/team.ts', `import { z } from 'zod'`],
  ],
  found: [
    'command-service/src/hub/decider.ts → node:crypto',
    'command-service/src/clinic/team.ts → zod',
    'command-service/src/hub/roles.ts → command-service/src/clinic/decider.ts',
    'command-service/src/hub/roles.ts → platform/src/ids/uuid.ts',
  ],
  fine: [
    ['command-service/src/hub/commands.ts', `import 'node:crypto'`],
    [
      'command-service/src/hub/decider.ts',
      `import type { Decider } from '@visita/platform/runtime/decider';
       import { Rejection } from '@visita/contracts/problem';
       import { roles } from './roles.ts'`,
    ],
    ['command-service/src/hub/roles.ts', `import type { Role } from '@visita/contracts/clinic/events'`],
  ],
});

holds('features apart from their siblings', rules.siblingFeatures, {
  breaks: [
    ['notifier/src/mail/a.ts', `import { rooms } from '../live/rooms.ts'`],
    ['projector/src/hub/a.projection.ts', `import '../booking/rows.ts'`],
    ['web/src/features/booking/a.tsx', `import type { Entry } from '../calendar/entries.ts'`],
  ],
  found: [
    'notifier/src/mail/a.ts → notifier/src/live/rooms.ts',
    'projector/src/hub/a.projection.ts → projector/src/booking/rows.ts',
    'web/src/features/booking/a.tsx → web/src/features/calendar/entries.ts',
  ],
  fine: [['projector/src/hub/a.projection.ts', `import './rows.ts'; import '../personal.ts'`]],
});

const someManifests = {
  '': { devDependencies: { vitest: '1' } },
  platform: { dependencies: { pg: '1', '@fastify/helmet': '1' } },
  web: { devDependencies: { vite: '1' } },
};

holds('declared dependencies', (all) => rules.undeclared(all, all === modules ? manifests : someManifests), {
  breaks: [
    ['platform/src/a.ts', `import 'knex'; import 'vitest'; import '@fastify/static/x'`],
    ['web/src/a.ts', `import 'vite'`],
    ['bin/a.ts', `import 'react'`],
  ],
  found: [
    'platform/src/a.ts → knex',
    'platform/src/a.ts → vitest',
    'platform/src/a.ts → @fastify/static',
    'web/src/a.ts → vite',
    'bin/a.ts → react',
  ],
  fine: [
    ['platform/src/a.ts', `import 'pg/lib/x'; import '@fastify/helmet'; import 'node:fs'`],
    ['platform/src/a.test.ts', `import 'vitest'`],
    ['web/vite.config.ts', `import 'vite'`],
    ['tests/a.ts', `import 'pg'; import 'vite'`],
  ],
});

holds('packages without circles', rules.packageCircles, {
  breaks: [
    ['platform/src/a.ts', `import '@visita/projector/a'`],
    ['projector/src/a.ts', `import '@visita/notifier/a'`],
    ['notifier/src/a.ts', `import '@visita/platform/a'`],
  ],
  found: ['platform → projector → notifier → platform'],
  fine: [['platform/src/a.ts', `import '@visita/contracts/a'; import './b.ts'`]],
});

holds('files without circles', rules.fileCircles, {
  breaks: [
    ['web/src/a.ts', `import './b.ts'`],
    ['web/src/b.ts', `export * from './a.ts'`],
    ['tests/a.ts', `import { b } from './b.ts'`],
    ['tests/b.ts', `import type { A } from './a.ts'`],
  ],
  found: ['web/src/a.ts → web/src/b.ts → web/src/a.ts', 'tests/a.ts → tests/b.ts → tests/a.ts'],
  fine: [
    ['web/src/a.ts', `import './b.ts'; import './c.ts'`],
    ['web/src/b.ts', `import './c.ts'`],
  ],
});

holds('layers of the web', rules.upwardInWeb, {
  breaks: [
    ['web/src/ui/a.tsx', `import { router } from '../app/router.tsx'`],
    ['web/src/lib/a.ts', `import type { Props } from '../ui/button.tsx'`],
    ['web/src/operator/a.tsx', `import '../features/booking/a.tsx'`],
    ['web/src/entrance/a.tsx', `import '../public-booking/a.tsx'`],
    ['web/src/light/a.tsx', `import '../operator/a.tsx'`],
  ],
  found: [
    'web/src/ui/a.tsx → web/src/app/router.tsx',
    'web/src/lib/a.ts → web/src/ui/button.tsx',
    'web/src/operator/a.tsx → web/src/features/booking/a.tsx',
    'web/src/entrance/a.tsx → web/src/public-booking/a.tsx',
    'web/src/light/a.tsx → web/src/operator/a.tsx',
  ],
  fine: [
    ['web/src/app/a.tsx', `import '../features/booking/a.tsx'; import './b.ts'`],
    ['web/src/features/booking/a.tsx', `import '../../ui/a.tsx'; import '../../lib/b.ts'`],
    ['web/src/public-booking/a.tsx', `import '../light/a.tsx'; import '../ui/a.tsx'; import './b.ts'`],
  ],
});

holds('the web without circles', rules.webCircles, {
  breaks: [
    ['web/src/lib/a.ts', `import type { B } from './b.ts'`],
    ['web/src/lib/b.ts', `import './data/c.ts'; import type { A } from './a.ts'`],
    ['web/src/lib/data/c.ts', `import '../d.ts'`],
  ],
  found: [
    'web/src/lib/a.ts → web/src/lib/b.ts → web/src/lib/a.ts',
    'web/src/lib → web/src/lib/data → web/src/lib',
  ],
  fine: [
    ['web/src/lib/data/a.ts', `import type { B } from '../b.ts'; import './c.ts'`],
    ['platform/src/a.ts', `import type { B } from './b.ts'`],
    ['platform/src/b.ts', `import type { A } from './a.ts'`],
  ],
});

holds('folders without circles', rules.folderCircles, {
  breaks: [
    ['notifier/src/mail/a.ts', `import type { Room } from '../live/b.ts'`],
    ['notifier/src/live/b.ts', `import { send } from '../mail/c.ts'`],
  ],
  found: ['notifier/src/mail → notifier/src/live → notifier/src/mail'],
  fine: [
    ['notifier/src/mail/a.ts', `import { createOutbox } from '../outbox.ts'`],
    ['notifier/src/outbox.ts', `import { render } from './mail/render.ts'`],
    ['notifier/src/live/b.ts', `import { send } from '../mail/c.ts'`],
  ],
});

holds('an environment that only mains read', rules.hiddenEnvironment, {
  breaks: [
    ['platform/src/a.ts', `const port = process.env['PORT']`],
    ['projector/src/b.ts', `const { env } = process`],
    ['projector/src/c.ts', `import { env } from 'node:process'`],
    ['notifier/src/d.ts', `const port = process['env'].PORT`],
  ],
  found: ['platform/src/a.ts', 'projector/src/b.ts', 'projector/src/c.ts', 'notifier/src/d.ts'],
  fine: [
    ['bin/start.ts', `readConfig(process.env)`],
    ['projector/src/main.ts', `readConfig(process.env)`],
    ['platform/src/a.ts', `const id = process.pid; const text = 'process.env'`],
  ],
});

holds('events whose data follows from their type', rules.castEvents, {
  breaks: [
    ['notifier/src/a.ts', `const { proId } = event.data as { proId: string }`],
    ['operator/src/b.ts', `const told = recorded as unknown as DomainEvent`],
    ['command-service/src/c.ts', `const f = ({ data }) => (data as { proId: string }).proId`],
  ],
  found: ['notifier/src/a.ts', 'operator/src/b.ts', 'command-service/src/c.ts'],
  fine: [
    ['notifier/src/a.ts', `const job = { ...event.data, kind: 'mail' as const }`],
    ['notifier/src/a.test.ts', `const { proId } = event.data as { proId: string }`],
  ],
});

holds('positions that a unit of work records', rules.positionsByHand, {
  breaks: [
    ['command-service/src/clinic/commands.ts', `const open = async ({ wrote }) => { wrote('1') }`],
    ['command-service/src/hub/commands.ts', `context.wrote(position)`],
  ],
  found: ['command-service/src/clinic/commands.ts', 'command-service/src/hub/commands.ts'],
  fine: [
    ['command-service/src/unit-of-work.ts', `const begin = ({ wrote }) => executeFor(cause, wrote)`],
    ['platform/src/http/register.ts', `const wrote = (position) => undefined`],
  ],
});

holds('named exports', rules.defaultExports, {
  breaks: [
    ['web/src/a.tsx', `export default function Screen() { return null }`],
    ['web/src/b.ts', `export { one as default } from './one.ts'`],
  ],
  found: ['web/src/a.tsx', 'web/src/b.ts'],
  fine: [
    ['web/vite.config.ts', `export default {}`],
    ['web/src/a.ts', `import React from 'react'`],
  ],
});

holds('a logger instead of the console', rules.consoleLogs, {
  breaks: [['platform/src/a.ts', `console.log('here')`]],
  found: ['platform/src/a.ts'],
  fine: [
    ['bin/start.ts', `console.log('http://localhost')`],
    ['platform/src/a.ts', `log.info('console')`],
  ],
});

// A new command touches the files that name this one; see CONTRIBUTING.
it('name an event in few files', () => {
  const naming = rules.filesNaming(modules, 'BookingNoted');
  const product = naming.filter((file) => !/^tests\/|\.test\.ts$|\/samples\.ts$/.test(file));
  expect(product).toEqual([
    'command-service/src/booking/decider.ts',
    'contracts/src/booking/events.ts',
    'operator/src/audit/sentences.ts',
    'projector/src/booking/bookings.projection.ts',
  ]);
  // Four more specifications name it; the others only use notes.
  expect(naming.length).toBeLessThanOrEqual(13);
});

it('refuses a source that cannot be parsed', () => {
  expect(() => parseModule('web/src/a.ts', `import {`)).toThrow('cannot be parsed');
});
