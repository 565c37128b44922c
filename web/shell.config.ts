import type { Plugin, Rolldown } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';

/** What the dashboard may come to load: its entry and whatever that imports. The public pages' own files stay out. */
const filesOf = (entry: string, bundle: Rolldown.OutputBundle): ReadonlySet<string> => {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const start = chunks.find(({ isEntry, name }) => isEntry && name === entry);
  if (!start) throw new Error(`the build has no entry ${entry}`);
  const reached = new Set([start.fileName]);
  // The set grows while it is walked.
  for (const name of reached) {
    const chunk = bundle[name];
    if (chunk?.type !== 'chunk') continue;
    const styles = chunk.viteMetadata?.importedCss ?? [];
    for (const next of [...chunk.imports, ...chunk.dynamicImports, ...styles]) reached.add(next);
  }
  return reached;
};

/**
 * A page from the server, or the shell where it does not answer soon or cannot. Of two builds kept while one waits, the
 * shell of the one in use was kept first. The worker gets this function as text: it uses nothing from around it.
 */
const pageOrShell = async ({ request }: { request: Request }): Promise<Response> => {
  const late = new Promise<never>((_resolve, reject) => setTimeout(reject, 5000));
  const page = await Promise.race([fetch(request), late]).catch(() => undefined);
  if (page && page.status < 500) return page;
  return (await caches.match('/index.html', { ignoreSearch: true })) ?? page ?? Response.error();
};

/**
 * The service worker of the dashboard. It keeps the files of its own build, so that the app starts without a network,
 * and goes on working while a newer build is on the server. Pages come from the server as long as it answers, because
 * their policy and nonce are made there; answers of the API are never kept, because they are about people's health.
 */
export const shell = (textsVersion: string): Plugin[] => {
  let dashboard: ReadonlySet<string> = new Set();
  const collect: Plugin = {
    name: 'shell-files',
    apply: 'build',
    generateBundle: (_options, bundle) => void (dashboard = filesOf('index', bundle)),
  };
  return [
    collect,
    ...VitePWA({
      // The dashboard registers it itself; the manifest is a file, named by the dashboard's page only.
      injectRegister: false,
      manifest: false,
      workbox: {
        globPatterns: [
          'index.html',
          'icon.svg',
          'assets/*.{js,css}',
          'assets/inter-latin-wght-*.woff2',
          'locales/*/*.json',
        ],
        // Texts of the public pages.
        globIgnores: ['locales/*/booking.json'],
        manifestTransforms: [
          (entries) => ({
            manifest: entries
              .filter(({ url }) => !/\.(js|css)$/.test(url) || dashboard.has(url))
              .map((file) =>
                file.url.endsWith('.json')
                  ? { ...file, url: `${file.url}?v=${textsVersion}`, revision: null }
                  : file,
              ),
          }),
        ],
        directoryIndex: null,
        navigateFallback: null,
        cleanupOutdatedCaches: true,
        inlineWorkboxRuntime: true,
        runtimeCaching: [
          {
            urlPattern: ({ request, url, sameOrigin }) =>
              sameOrigin &&
              request.mode === 'navigate' &&
              !/^\/(api|socket\.io|booking|confirmation|manage|operator|dev|calendar)(\/|$)/.test(
                url.pathname,
              ),
            handler: pageOrShell,
          },
          {
            // Alphabets beyond Latin, once they were needed.
            urlPattern: ({ url, sameOrigin }) => sameOrigin && /^\/assets\/.+\.woff2$/.test(url.pathname),
            handler: 'CacheFirst',
            options: { cacheName: 'fonts', expiration: { maxEntries: 20 } },
          },
        ],
      },
    }),
  ];
};
