import { build, type InlineConfig, type Rolldown } from 'vite';

type Chunks = readonly Rolldown.OutputChunk[];

/** The modules of a chunk, and of those that it needs before it runs. */
const modulesOf = (start: string, chunks: Chunks): ReadonlySet<string> => {
  const reached = new Set(chunks.filter(({ moduleIds }) => moduleIds.includes(start)));
  // The set grows while it is walked.
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
 * Puts what each of these modules needs, and none before it does, into one file: a phone far from the server waits for
 * each of a hundred files longer than for its bytes. What is needed is only known of a build, from which the rest was shaken
 * out, so there is one before.
 */
export const gathered = async (starts: Readonly<Record<string, string>>, config: InlineConfig) => {
  const chunks = await builtOnce(config);
  const needed = Object.entries(starts).map(([name, start]) => [name, modulesOf(start, chunks)] as const);
  return {
    includeDependenciesRecursively: false,
    groups: [{ name: (id: string) => needed.find(([, ids]) => ids.has(id))?.[0] ?? null }],
  };
};
