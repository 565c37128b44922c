import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite';

/** Modules of the dashboard's entry and first screen. */
const shown = /\/(app\/(main|start)|calendar\/calendar\.screen)\.tsx?$/;
/** Modules loaded after a login. */
const first = /\/(app\/(main|start)|onboarding\/loading\.screen|calendar\/calendar\.screen)\.tsx?$/;

/** Returns the files of the chunks with matching modules, their static imports and styles. */
const filesOf = (bundle: Rolldown.OutputBundle, modules: RegExp): string[] => {
  const found = new Set<string>();
  const add = (name: string): void => {
    const chunk = bundle[name];
    if (found.has(name) || chunk?.type !== 'chunk') return;
    found.add(name);
    chunk.imports.forEach(add);
    for (const style of chunk.viteMetadata?.importedCss ?? []) found.add(style);
  };
  for (const file of Object.values(bundle))
    if (
      file.type === 'chunk' &&
      [file.facadeModuleId ?? '', ...file.moduleIds].some((id) => modules.test(id))
    )
      add(file.fileName);
  return [...found].map((name) => `/${name}`);
};

const linkTo = (href: string): HtmlTagDescriptor => ({
  injectTo: 'head',
  tag: 'link',
  attrs: { rel: href.endsWith('.css') ? 'stylesheet' : 'modulepreload', crossorigin: true, href },
});

/** The font's Latin subset. */
const isFont = (name: string): boolean => /\/inter-latin-wght-normal-[^/]+\.woff2$/.test(name);

/** Preloads the font, which avoids a layout shift, at low priority after what the page needs to render. */
const fontLink = (name: string): HtmlTagDescriptor => ({
  injectTo: 'head',
  tag: 'link',
  attrs: {
    rel: 'preload',
    as: 'font',
    type: 'font/woff2',
    fetchpriority: 'low',
    crossorigin: true,
    href: `/${name}`,
  },
});

/**
 * Preloads the first screen's files and lists them in `dashboard-files.json`, which the entrance prefetches.
 */
export const firstFiles = (): Plugin => ({
  name: 'first-files',
  apply: 'build',
  generateBundle(_options, bundle) {
    const files = filesOf(bundle, first);
    this.emitFile({ type: 'asset', fileName: 'dashboard-files.json', source: JSON.stringify(files) });
  },
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle = {} }) => [
      ...filesOf(bundle, shown)
        .filter((file) => !html.includes(file))
        .map(linkTo),
      ...Object.keys(bundle).filter(isFont).map(fontLink),
    ],
  },
});
