import type { Module, Target } from './modules.ts';

export type Manifest = {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
};

/** Manifests by folder; '' is the repository's. */
export type Manifests = Readonly<Record<string, Manifest>>;

const ground = ['contracts', 'platform', 'read-model'];
const services = ['command-service', 'projector', 'query-service', 'notifier'];
const everything = [...ground, ...services, 'operator'];

/** Allowed imports between workspaces, as in docs/architecture.md. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  contracts: [],
  platform: ['contracts'],
  'read-model': ['contracts', 'platform'],
  'command-service': ground,
  projector: ground,
  'query-service': ground,
  notifier: ground,
  operator: [...ground, 'command-service', 'query-service', 'projector', 'notifier'],
  web: ['contracts'],
  bin: everything,
  bench: [...everything, 'web', 'bin', 'tests'],
  chaos: [...everything, 'bin', 'tests'],
  tests: [...everything, 'web', 'bin'],
};

const pure = ['zod', 'temporal-polyfill', 'dayjs', 'libphonenumber-js'];

const folderOf = (file: string): string => file.slice(0, file.indexOf('/'));
const isTest = (file: string): boolean => /\.(test|contract)\.tsx?$|\/testing\//.test(file);
const isConfig = (file: string): boolean => file.endsWith('.config.ts');

/** Returns one line per refused import. */
const refused = (
  modules: readonly Module[],
  refuses: (file: string, target: Target) => boolean,
): readonly string[] =>
  modules.flatMap(({ file, targets }) =>
    targets
      .filter((target) => refuses(file, target))
      .map((target) => `${file} → ${target.kind === 'file' ? target.path : target.name}`),
  );

/** Imports between workspaces that the table does not allow. */
export const acrossTable = (modules: readonly Module[]) =>
  refused(modules, (file, target) => {
    if (target.kind !== 'file') return false;
    const [from, to] = [folderOf(file), folderOf(target.path)];
    return from !== to && !(mayImport[from] ?? []).includes(to);
  });

/** Contracts run in browsers and services: no Node, only schemas and dates. */
export const impureContracts = (modules: readonly Module[]) =>
  refused(modules, (file, target) => {
    if (folderOf(file) !== 'contracts' || isTest(file)) return false;
    return target.kind === 'node' || (target.kind === 'package' && !pure.includes(target.name));
  });

/** Browser code imports nothing of Node. */
export const nodeInBrowser = (modules: readonly Module[]) =>
  refused(modules, (file, target) => file.startsWith('web/src/') && !isTest(file) && target.kind === 'node');

const isDecider = (file: string): boolean =>
  /^command-service\/src\/[^/]+\/decider\.ts$/.test(file) || file === 'command-service/src/clinic/team.ts';

const directory = (path: string): string => path.slice(0, path.lastIndexOf('/'));

/** Deciders import contracts, the decider helper, and neighbouring files under the same rule. */
export const impureDeciders = (modules: readonly Module[]) => {
  const byFile = new Map(modules.map((module) => [module.file, module]));
  const checked = new Set(modules.filter(({ file }) => isDecider(file)));
  // A file imported by a decider must follow the same rule.
  for (const { file, targets } of checked) {
    for (const target of targets) {
      const beside = target.kind === 'file' && directory(target.path) === directory(file);
      const module = beside ? byFile.get(target.path) : undefined;
      if (module) checked.add(module);
    }
  }
  return refused([...checked], (file, target) => {
    if (target.kind !== 'file') return true;
    if (target.path === 'platform/src/runtime/decider.ts' || folderOf(target.path) === 'contracts')
      return false;
    return directory(target.path) !== directory(file);
  });
};

const featureOf = (path: string): string | undefined =>
  /^((?:projector|notifier)\/src\/[^/]+|web\/src\/features\/[^/]+)\//.exec(path)?.[1];

/** Projections, notifiers and web features do not import other features. */
export const siblingFeatures = (modules: readonly Module[]) =>
  refused(modules, (file, target) => {
    const from = featureOf(file);
    const to = target.kind === 'file' ? featureOf(target.path) : undefined;
    const shared = isTest(file);
    return from !== undefined && to !== undefined && from !== to && !shared;
  });

const webLayers = ['lib', 'ui', 'features', 'app'];
const webFolder = (path: string): string => /^web\/src\/([^/]+)\//.exec(path)?.[1] ?? '';
const layerOf = (path: string): number => webLayers.indexOf(webFolder(path));

/** Folders of pages without the dashboard's kit. They share `light`, but not each other's code. */
const lightPages = ['public-booking', 'entrance', 'operator'];

/** Web folders import only lower layers; other entries import no features and no other entry. */
export const upwardInWeb = (modules: readonly Module[]) =>
  refused(modules, (file, target) => {
    if (target.kind !== 'file' || !target.path.startsWith('web/src/')) return false;
    const [from, to] = [layerOf(file), layerOf(target.path)];
    if (from !== -1) return to > from;
    const [own, other] = [webFolder(file), webFolder(target.path)];
    return to > webLayers.indexOf('ui') || (own !== '' && other !== own && lightPages.includes(other));
  });

/**
 * Imported packages are in the workspace's package.json; tests and configurations may also use the
 * repository's tools.
 */
export const undeclared = (modules: readonly Module[], manifests: Manifests) => {
  const names = ({ dependencies, devDependencies }: Manifest = {}) => ({
    used: Object.keys(dependencies ?? {}),
    tools: Object.keys(devDependencies ?? {}),
  });
  const all = Object.values(manifests).flatMap((manifest) => Object.values(names(manifest)).flat());
  return refused(modules, (file, target) => {
    if (target.kind !== 'package') return false;
    const own = manifests[folderOf(file)];
    // bin and tests are no packages and may import all of them.
    if (!own) return !all.includes(target.name);
    const tools = isTest(file) || isConfig(file) ? [...names(own).tools, ...names(manifests['']).tools] : [];
    return ![...names(own).used, ...tools].includes(target.name);
  });
};

type Edges = { from: string; to: readonly Target[] };

/** Returns one line per import cycle between files or folders. */
const circles = (all: readonly Edges[], nameOf: (file: string) => string) => {
  const graph = new Map<string, Set<string>>();
  for (const { from: file, to } of all) {
    const from = nameOf(file);
    const edges = graph.get(from) ?? new Set();
    for (const target of to) if (target.kind === 'file') edges.add(nameOf(target.path));
    edges.delete(from);
    graph.set(from, edges);
  }
  const done = new Set<string>();
  const found: string[] = [];
  const visit = (name: string, path: readonly string[]) => {
    if (path.includes(name)) found.push([...path.slice(path.indexOf(name)), name].join(' → '));
    if (done.has(name) || path.includes(name)) return;
    for (const next of graph.get(name) ?? []) visit(next, [...path, name]);
    done.add(name);
  };
  for (const name of graph.keys()) visit(name, []);
  return found;
};

/** Import cycles between packages. */
export const packageCircles = (modules: readonly Module[]) =>
  circles(
    modules.map(({ file, targets }) => ({ from: file, to: targets })),
    folderOf,
  );

export const fileCircles = (modules: readonly Module[]) =>
  circles(
    modules.map(({ file, targets }) => ({ from: file, to: targets })),
    (file) => file,
  );

const inWeb = (modules: readonly Module[]) =>
  modules
    .filter(({ file }) => file.startsWith('web/src/') && !isTest(file))
    .map(({ file, targets }) => ({
      from: file,
      to: targets.filter((target) => target.kind === 'file' && target.path.startsWith('web/src/')),
    }));

/** Import cycles between files or folders of the web, types included. */
export const webCircles = (modules: readonly Module[]) => [
  ...circles(inWeb(modules), (file) => file),
  ...circles(inWeb(modules), (file) => file.slice(0, file.lastIndexOf('/'))),
];

/** Import cycles between folders. A workspace's root is exempt, because it composes them. */
export const folderCircles = (modules: readonly Module[]) => {
  const inFolder = (file: string) => /^[^/]+\/src\/.+\//.test(file) && !isTest(file);
  return circles(
    modules
      .filter(({ file }) => inFolder(file))
      .map(({ file, targets }) => ({
        from: file,
        to: targets.filter((target) => target.kind === 'file' && inFolder(target.path)),
      })),
    directory,
  );
};

const files = (modules: readonly Module[], refuses: (module: Module) => boolean) =>
  modules.filter(refuses).map(({ file }) => file);

/** Only entry points and the configuration read the environment. */
export const hiddenEnvironment = (modules: readonly Module[]) =>
  files(modules, ({ file, readsEnvironment }) => {
    const main = /^(bin|bench|chaos|tests)\/|^[a-z-]+\/src\/main\.ts$|^platform\/src\/config\.ts$/.test(file);
    return readsEnvironment && !main && !isTest(file) && !isConfig(file);
  });

/** Workspaces that handle events; an event's type determines its data. */
const reacting = ['command-service', 'notifier', 'operator', 'projector', 'query-service', 'read-model'];

/** Event handlers narrow data by the event's type, so that a wrong type does not compile. */
export const castEvents = (modules: readonly Module[]) =>
  files(
    modules,
    ({ file, castsEvents }) => castsEvents && reacting.includes(folderOf(file)) && !isTest(file),
  );

/** Handlers leave recording of written positions to their unit of work. */
export const positionsByHand = (modules: readonly Module[]) =>
  files(
    modules,
    ({ file, recordsPositions }) =>
      recordsPositions && /^command-service\/src\/(?!unit-of-work\.ts)/.test(file) && !isTest(file),
  );

export const filesNaming = (modules: readonly Module[], event: string) =>
  files(modules, ({ names }) => names.has(event));

/** A plugin of the linter, which loads the default export. */
const isLintPlugin = (file: string): boolean => file === 'tests/architecture/plain-comments.ts';

/** Only named exports, except in tools' configurations and plugins, and in declarations. */
export const defaultExports = (modules: readonly Module[]) =>
  files(
    modules,
    ({ file, exportsDefault }) =>
      exportsDefault && !isConfig(file) && !isLintPlugin(file) && !file.endsWith('.d.ts'),
  );

/** Output goes through the logger, which redacts personal data. */
export const consoleLogs = (modules: readonly Module[]) =>
  files(
    modules,
    ({ file, logsToConsole }) =>
      logsToConsole && !['bin', 'bench', 'chaos', 'tests'].includes(folderOf(file)),
  );
