import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite';

/** What the dashboard begins with, and what is on its first screen. */
const shown = /\/(app\/(main|start)|calendar\/calendar\.screen)\.tsx?$/;
/** What a login leads to. */
const first = /\/(app\/(main|start)|onboarding\/loading\.screen|calendar\/calendar\.screen)\.tsx?$/;

/** The files of a build that have some modules, or lead to them, and what those import, with their styles. */
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

/** The letters of the product's languages. */
const isFont = (name: string): boolean => /\/inter-latin-wght-normal-[^/]+\.woff2$/.test(name);

/** Else a text would be written in other letters first, and move; all that the page needs to be shown comes before. */
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

/** Has the page load the first screen's files at once, and lists them for the entrance to prefetch. */
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
