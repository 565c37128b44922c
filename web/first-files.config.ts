import type { Plugin, Rolldown } from 'vite';

/** What a login leads to. */
const first = /\/(onboarding\/loading\.screen|shell\/dashboard\.layout|calendar\/calendar\.screen)\.tsx$/;

const isFirst = ({ isEntry, name, facadeModuleId }: Rolldown.OutputChunk): boolean =>
  (isEntry && name === 'index') || first.test(facadeModuleId ?? '');

/** Lists the first files of the dashboard, for the entrance to prefetch. */
export const firstFiles = (): Plugin => ({
  name: 'first-files',
  apply: 'build',
  generateBundle(_options, bundle) {
    const found = new Set<string>();
    const add = (name: string): void => {
      const chunk = bundle[name];
      if (found.has(name) || chunk?.type !== 'chunk') return;
      found.add(name);
      for (const style of chunk.viteMetadata?.importedCss ?? []) found.add(style);
      chunk.imports.forEach(add);
    };
    for (const file of Object.values(bundle)) if (file.type === 'chunk' && isFirst(file)) add(file.fileName);
    const source = JSON.stringify([...found].map((name) => `/${name}`));
    this.emitFile({ type: 'asset', fileName: 'dashboard-files.json', source });
  },
});
