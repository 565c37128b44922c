import type { Plugin, Rolldown } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';

/** Returns the files that an entry imports, statically and dynamically, without those of the public pages. */
const filesOf = (entry: string, bundle: Rolldown.OutputBundle): ReadonlySet<string> => {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const start = chunks.find(({ isEntry, name }) => isEntry && name === entry);
  if (!start) throw new Error(`the build has no entry ${entry}`);
  const reached = new Set([start.fileName]);
  for (const name of reached) {
    const chunk = bundle[name];
    if (chunk?.type !== 'chunk') continue;
    const styles = chunk.viteMetadata?.importedCss ?? [];
    for (const next of [...chunk.imports, ...chunk.dynamicImports, ...styles]) reached.add(next);
  }
  return reached;
};

/**
 * Fetches a page; serves the cached shell if the server is slow or unreachable. If two builds are cached, the
 * first match belongs to the active one. The function is serialised into the worker, so it must not use
 * anything from its scope.
 */
const pageOrShell = async ({ request }: { request: Request }): Promise<Response> => {
  const late = new Promise<never>((_resolve, reject) => setTimeout(reject, 5000));
  const page = await Promise.race([fetch(request), late]).catch(() => undefined);
  if (page && page.status < 500) return page;
  return (await caches.match('/index.html', { ignoreSearch: true })) ?? page ?? Response.error();
};

/**
 * Service worker of the dashboard. It caches the files of its build, so the app starts offline and keeps
 * working after a deployment. Pages come from the server first, because their CSP nonce is made there; API
 * responses are never cached, because they contain health data.
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
      // The dashboard registers the worker, and the manifest is a static file.
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
              !/^\/(api|socket\.io|booking|confirmation|manage|messages|m|offer|operator|dev|calendar|waiting)(\/|$)/.test(
                url.pathname,
              ),
            handler: pageOrShell,
          },
          {
            // Font subsets beyond Latin, cached on first use.
            urlPattern: ({ url, sameOrigin }) => sameOrigin && /^\/assets\/.+\.woff2$/.test(url.pathname),
            handler: 'CacheFirst',
            options: { cacheName: 'fonts', expiration: { maxEntries: 20 } },
          },
        ],
      },
    }),
  ];
};
