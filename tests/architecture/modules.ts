import { globSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { posix } from 'node:path';
import { parseSync } from 'vite';

/** Target of an import: a file of this repository, a package, or Node itself. */
export type Target =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'package'; readonly name: string }
  | { readonly kind: 'node'; readonly name: string };

/** Facts about a source file that the rules use; paths are relative to the repository, with slashes. */
export type Module = {
  readonly file: string;
  readonly targets: readonly Target[];
  /** Imports left after types are stripped. */
  readonly loads: readonly Target[];
  readonly readsEnvironment: boolean;
  readonly exportsDefault: boolean;
  readonly logsToConsole: boolean;
  /** True if it casts an event or its data with `as`. */
  readonly castsEvents: boolean;
  /** True if it records a written position itself. */
  readonly recordsPositions: boolean;
  /** Identifiers and strings that look like event names. */
  readonly names: ReadonlySet<string>;
};

export const folders = [
  'contracts',
  'platform',
  'read-model',
  'command-service',
  'projector',
  'query-service',
  'notifier',
  'operator',
  'web',
  'bin',
  'bench',
  'chaos',
  'tests',
] as const;

export const readModules = (root: string): Module[] => {
  const exclude = (path: string) => /(^|[/\\])(node_modules|dist)$/.test(path);
  const files = globSync(`{${folders.join(',')}}/**/*.{ts,tsx}`, { cwd: root, exclude });
  return files
    .map((file) => file.replaceAll('\\', '/'))
    .toSorted()
    .map((file) => parseModule(file, readFileSync(posix.join(root, file), 'utf8')));
};

/** Parses one source. Throws on syntax errors, because an unparsed file would pass every rule. */
export const parseModule = (file: string, source: string): Module => {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`);
  const specifiers = new Set<string>();
  const loaded = new Set<string>();
  const names = new Set<string>();
  const found = {
    readsEnvironment: false,
    exportsDefault: false,
    logsToConsole: false,
    castsEvents: false,
    recordsPositions: false,
  };
  for (const node of nodesOf(program)) {
    const specifier = specifierOf(node);
    // The web build generates `virtual:` modules.
    if (specifier !== null && !specifier.startsWith('virtual:')) {
      specifiers.add(specifier);
      if (!isTypeOnly(node)) loaded.add(specifier);
    }
    const name = nameOf(node);
    if (typeof name === 'string' && /^([A-Z][a-z]+){2,}$/.test(name)) names.add(name);
    found.exportsDefault ||= isDefaultExport(node);
    found.readsEnvironment ||= isMember(node, 'process', 'env');
    found.logsToConsole ||= isMember(node, 'console');
    found.recordsPositions ||= node.type === 'Identifier' && nameOf(node) === 'wrote';
    found.castsEvents ||= node.type === 'TSAsExpression' && isEventData(node['expression']);
  }
  const targets = (of: Set<string>) => [...of].map((specifier) => targetOf(file, specifier));
  return { file, targets: targets(specifiers), loads: targets(loaded), names, ...found };
};

type Node = { readonly type: string } & Readonly<Record<string, unknown>>;

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

function* nodesOf(node: unknown): Generator<Node> {
  if (Array.isArray(node)) for (const one of node) yield* nodesOf(one);
  if (!isNode(node)) return;
  yield node;
  for (const value of Object.values(node)) if (typeof value === 'object') yield* nodesOf(value);
}

/** Static, dynamic and type imports and re-exports all have a `source`. */
const specifierOf = ({ type, source }: Node): string | null => {
  const imports = ['ImportDeclaration', 'ImportExpression', 'TSImportType'];
  const exports = ['ExportAllDeclaration', 'ExportNamedDeclaration'];
  if (![...imports, ...exports].includes(type)) return null;
  return isNode(source) && typeof source['value'] === 'string' ? source['value'] : null;
};

const isTypeOnly = (node: Node): boolean =>
  node.type === 'TSImportType' || node['importKind'] === 'type' || node['exportKind'] === 'type';

const nameOf = (node: unknown): unknown => (isNode(node) ? (node['name'] ?? node['value']) : undefined);

const isDefaultExport = (node: Node): boolean =>
  node.type === 'ExportDefaultDeclaration' ||
  node.type === 'TSExportAssignment' ||
  (node.type === 'ExportSpecifier' && nameOf(node['exported']) === 'default');

/** Matches `process.env` and `process['env']`; `{ env } = process` and `import { env }` match as well. */
const isMember = (node: Node, object: string, property?: string): boolean => {
  if (node.type === 'MemberExpression' && nameOf(node['object']) === object) {
    return property === undefined || nameOf(node['property']) === property;
  }
  if (property === undefined) return false;
  if (node.type === 'VariableDeclarator' && nameOf(node['init']) === object) {
    return [...nodesOf(node['id'])].some((inner) => nameOf(inner) === property);
  }
  const fromIt = node.type === 'ImportDeclaration' && String(nameOf(node['source'])).endsWith(object);
  return fromIt && [...nodesOf(node['specifiers'])].some((inner) => nameOf(inner['imported']) === property);
};

/** Matches `event`, `recorded`, `data` and members `.data`, also inside a cast to `unknown`. */
const isEventData = (node: unknown): boolean => {
  if (!isNode(node)) return false;
  if (node.type === 'TSAsExpression') return isEventData(node['expression']);
  const name = nameOf(node.type === 'MemberExpression' ? node['property'] : node);
  return ['event', 'recorded', 'data'].includes(String(name));
};

const workspace = /^@visita\/([^/]+)(?:\/(.+))?$/;

const targetOf = (file: string, specifier: string): Target => {
  if (specifier.startsWith('.')) {
    return { kind: 'file', path: posix.join(posix.dirname(file), specifier) };
  }
  const [, folder, path] = workspace.exec(specifier) ?? [];
  // Workspaces export `./*` as `./src/*.ts`, and test doubles by path.
  if (folder) {
    return {
      kind: 'file',
      path: path?.startsWith('testing/') ? `${folder}/${path}.ts` : `${folder}/src/${path}.ts`,
    };
  }
  if (isBuiltin(specifier)) return { kind: 'node', name: specifier };
  const parts = specifier.split('/');
  return { kind: 'package', name: parts.slice(0, specifier.startsWith('@') ? 2 : 1).join('/') };
};
