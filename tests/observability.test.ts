import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type FigureName, figures } from '@visita/platform/telemetry/metrics';
import { createPrometheus } from '@visita/platform/telemetry/prometheus';
import { silent } from '@visita/platform/testing/database';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readModules } from './architecture/modules.ts';

const root = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

type Alert = {
  readonly alert: string;
  readonly expr: string;
  readonly for: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly runbook_url: string };
};
type Rules = { readonly groups: readonly { readonly rules: readonly Alert[] }[] };
type Panel = {
  readonly title: string;
  readonly type: string;
  readonly targets?: readonly { readonly expr: string }[];
};

const rulesOf = (file: string): readonly Alert[] =>
  (parse(read(`deploy/observability/${file}`)) as Rules).groups.flatMap(({ rules }) => rules);
const alerts = rulesOf('alerts.yml');
/** Alerts for services that run apart, where missing targets have no metrics. */
const absences = rulesOf('alerts-services.yml');
const { panels } = JSON.parse(read('deploy/observability/dashboard.json')) as { panels: readonly Panel[] };
const charts = panels.filter(({ type }) => type !== 'row');

/** Returns every metric that the code exposes, with its labels. */
const exposedMetrics = async (): Promise<Map<string, Set<string>>> => {
  const metrics = createPrometheus({ log: silent });
  metrics.answered({ asked: 'requestBooking', service: 'command', status: 200, seconds: 0.1 });
  metrics.rejected('requestBooking', 'slot-taken');
  metrics.refused();
  metrics.limited('B');
  metrics.flushed({ appends: 1, events: 2, seconds: 0.01 });
  metrics.projected({ events: 2, seconds: 0.01 });
  metrics.projectingFailed();
  metrics.sealingFailed();
  metrics.undoFailed();
  metrics.backupFailed('backup');
  metrics.processFailed('mail');
  metrics.jobFailed('mail');
  metrics.mailed('welcome', 'sent');
  metrics.texted('kannel', 'sent');
  metrics.collect(() =>
    Object.entries(figures).map(([figure, [labels]]) => ({
      figure: figure as FigureName,
      labels: labels.map((label) => `some ${label}`),
      value: 1,
    })),
  );
  const found = new Map<string, Set<string>>();
  for (const line of (await metrics.expose()).split('\n')) {
    const [, name, labels = ''] = /^([a-z_]\w*)(?:\{(.*)\})? /.exec(line) ?? [];
    if (!name) continue;
    const names = [...labels.matchAll(/(\w+)="/g)].map(([, label]) => label!);
    found.set(name, new Set([...(found.get(name) ?? []), ...names]));
  }
  return found;
};

const added = ['instance', 'job', 'part_of'];

/** Returns the metrics and labels in an expression's braces and groupings. */
const asked = (expr: string) => {
  const metrics = [...expr.matchAll(/\b((?:visita|nodejs|process)_\w+)(?:\{([^}]*)\})?/g)].map(
    ([, name = '', matchers = '']) => ({
      name,
      labels: [...matchers.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label]) => label!),
    }),
  );
  const grouped = [...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, names = '']) => names.split(/,\s*/));
  return { metrics, grouped };
};

let exposed: Map<string, Set<string>>;
beforeAll(async () => {
  exposed = await exposedMetrics();
});

/** Returns the names in an expression that the code does not expose. */
const unknownIn = (expr: string): string[] => {
  const { metrics, grouped } = asked(expr);
  const has = (name: string, label: string) =>
    added.includes(label) || exposed.get(name)?.has(label) === true;
  const missing = metrics.flatMap(({ name, labels }) =>
    exposed.has(name)
      ? labels.filter((label) => !has(name, label)).map((label) => `${name}{${label}}`)
      : [name],
  );
  const ungrouped = grouped.filter((label) => !metrics.some(({ name }) => has(name, label)));
  return [...missing, ...ungrouped];
};

describe('alerts', () => {
  it('exist', () => {
    expect(alerts.length).toBeGreaterThan(10);
    expect(new Set(alerts.map(({ alert }) => alert)).size).toBe(alerts.length);
  });

  it.each([...alerts, ...absences].map((rule) => [rule.alert, rule] as const))(
    '%s uses existing metrics',
    (_name, rule) => {
      expect(unknownIn(rule.expr)).toEqual([]);
      expect(/\b(visita|nodejs)_|\bup\{/.test(rule.expr)).toBe(true);
      expect(rule.for).toMatch(/^\d+[sm]$/);
      expect(['critical', 'warning']).toContain(rule.labels.severity);
    },
  );

  it('have one runbook page each, and vice versa', () => {
    const pages = globSync('docs/runbook/*.md', { cwd: root }).map((path) => path.replaceAll('\\', '/'));
    expect(alerts.map(({ annotations }) => annotations.runbook_url).toSorted()).toEqual(pages.toSorted());
    for (const { alert, annotations } of alerts) {
      expect(read(annotations.runbook_url)).toMatch(new RegExp(`^# ${alert}\n`));
      expect(read('docs/runbook.md')).toContain(annotations.runbook_url.replace('docs/', ''));
    }
  });
});

describe('alerts for missing targets', () => {
  it('correspond to existing alerts', () => {
    const pageOf = new Map(alerts.map(({ alert, annotations }) => [alert, annotations.runbook_url]));
    for (const { alert, annotations } of absences) expect(annotations.runbook_url).toBe(pageOf.get(alert));
  });

  it('name every required service and singleton', () => {
    const named = (of: RegExp) =>
      absences.flatMap(({ expr }) => {
        const name = of.exec(expr)?.[1];
        return name === undefined ? [] : [name];
      });
    const mains = globSync('*/src/main.ts', { cwd: root }).map((path) => path.split(/[/\\]/)[0]!);
    // The operator's desk is optional.
    const services = mains.filter((name) => name !== 'platform' && name !== 'operator');
    expect(named(/part_of="([\w-]+)"/).toSorted()).toEqual([...services, 'gateway'].toSorted());
    const led = mains.flatMap((name) => [...read(`${name}/src/main.ts`).matchAll(/asLeader\('(\w+)'/g)]);
    expect(named(/visita_leads\{part="(\w+)"/).toSorted()).toEqual(led.map(([, part]) => part!).toSorted());
  });
});

describe('runbook pages', () => {
  it.each(globSync('docs/runbook/*.md', { cwd: root }))(
    '%s explains the alert and its next steps',
    (path) => {
      const page = read(path);
      for (const part of ['Means', 'Users notice', 'Look at', 'Do']) expect(page).toContain(`**${part}.** `);
      const links = [...page.matchAll(/\]\(([^)#]+)(?:#[\w-]+)?\)/g)].map(([, link]) => link!);
      for (const link of links) expect(() => read(join('docs/runbook', link))).not.toThrow();
      const quoted = [...page.matchAll(/"([A-Z][^"]*)"/g)].map(([, text]) => text!.replace(/\.$/, ''));
      const titles = charts.map(({ title }) => title);
      const spoken = quoted.filter((text) => !titles.some((title) => title.startsWith(text)));
      // All other quoted texts are shown to users.
      for (const text of spoken) expect(read('contracts/src/problem.ts')).toContain(text);
    },
  );
});

describe('dashboard', () => {
  it.each(charts.map((chart) => [chart.title, chart] as const))(
    '%s uses existing metrics',
    (_title, chart) => {
      const exprs = (chart.targets ?? []).map(({ expr }) => expr);
      expect(exprs.length).toBeGreaterThan(0);
      expect(exprs.flatMap(unknownIn)).toEqual([]);
    },
  );

  it('shows every metric of the product', () => {
    const shown = new Set(
      charts.flatMap(({ targets = [] }) =>
        targets.flatMap(({ expr }) => asked(expr).metrics.map(({ name }) => name)),
      ),
    );
    const base = (name: string) => name.replace(/_(bucket|sum|count)$/, '');
    const own = [...exposed.keys()].filter((name) => name.startsWith('visita_')).map(base);
    const unseen = own.filter((name) => ![...shown].some((one) => base(one) === name));
    expect([...new Set(unseen)]).toEqual([]);
  });
});

describe('unconfigured features', () => {
  const files = ['platform/src/telemetry/otlp.ts', 'platform/src/telemetry/prometheus.ts'];
  const sources = readModules(root).filter(({ file }) => !/^tests\/|\.test\.ts$/.test(file));

  it('are not loaded: only one file imports each library, dynamically', () => {
    const knowing = sources.filter(({ loads }) =>
      loads.some(({ kind, ...target }) => {
        const name = 'name' in target ? target.name : '';
        return kind === 'package' && (name === 'prom-client' || name.startsWith('@opentelemetry/'));
      }),
    );
    expect(knowing.map(({ file }) => file)).toEqual(files);
    const opening = 'platform/src/telemetry/telemetry.ts';
    const importing = sources.filter(({ loads }) =>
      loads.some((target) => target.kind === 'file' && files.includes(target.path)),
    );
    expect(importing.map(({ file }) => file)).toEqual([opening]);
    expect(read(opening)).not.toMatch(/from '\.\/(otlp|prometheus|metrics-server)\.ts'/);
  });
});
