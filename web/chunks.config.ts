import { build, type InlineConfig, type Rolldown } from 'vite';

type Chunks = readonly Rolldown.OutputChunk[];

/** Returns the module ids of a chunk and of its static imports, recursively. */
const modulesOf = (start: string, chunks: Chunks): ReadonlySet<string> => {
  const reached = new Set(chunks.filter(({ moduleIds }) => moduleIds.includes(start)));
  for (const { imports } of reached)
    for (const chunk of chunks) if (imports.includes(chunk.fileName)) reached.add(chunk);
  return new Set([...reached].flatMap(({ moduleIds }) => moduleIds));
};

const builtOnce = async (config: InlineConfig): Promise<Chunks> => {
  const built = await build({
    ...config,
    configFile: false,
    logLevel: 'error',
    build: { ...config.build, write: false, minify: false },
  });
  return [built]
    .flat()
    .flatMap((one) => ('output' in one ? one.output : []))
    .filter((file) => file.type === 'chunk');
};

/**
 * Bundles the modules of each start into one file, without those of earlier starts: on a slow connection,
 * many round trips cost more than bytes. A first build finds the modules left after tree shaking.
 */
export const gathered = async (starts: Readonly<Record<string, string>>, config: InlineConfig) => {
  const chunks = await builtOnce(config);
  const needed = Object.entries(starts).map(([name, start]) => [name, modulesOf(start, chunks)] as const);
  return {
    includeDependenciesRecursively: false,
    groups: [{ name: (id: string) => needed.find(([, ids]) => ids.has(id))?.[0] ?? null }],
  };
};
