import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { previewCalls } from '@visita/contracts/api/preview';
import { calls } from '@visita/contracts/api/table';
import react from '@vitejs/plugin-react';
import type { Plugin, UserConfig } from 'vite';

export const entry = (file: string) => fileURLToPath(new URL(file, import.meta.url));

type Route = (typeof calls)[number];

const exported = (routes: readonly Route[]): string =>
  routes
    .map(
      ([key, { method, path, failure }]) =>
        `export const ${key} = ${JSON.stringify([method, path, failure])};`,
    )
    .join('\n');

/**
 * Calls of the public pages: those without a session, and those of a professional's preview of their own
 * page.
 */
const isPublic = ([name, { access }]: Route): boolean =>
  (access !== 'pro' && access !== 'mail-token') || name in previewCalls;

/** Virtual modules with method, path and failure text of all calls and of the public ones, without zod. */
export const apiRoutes = (): Plugin => {
  const modules: Readonly<Record<string, string>> = {
    'virtual:api-routes': exported(calls),
    'virtual:public-api-routes': exported(calls.filter(isPublic)),
  };
  return {
    name: 'api-routes',
    resolveId: (id) => (id in modules ? `\0${id}` : undefined),
    load: (id) => modules[id.slice(1)],
  };
};

/** Hash of all translations: a page requests those of its own build, whatever a cache holds. */
export const textsVersion = createHash('sha256')
  .update(
    globSync(entry('public/locales/*/*.json'))
      .sort()
      .map((file) => readFileSync(file, 'utf8'))
      .join(''),
  )
  .digest('hex')
  .slice(0, 8);

/** Writes `.br` and `.gz` files beside each text file, for the server to send. */
export const compressed = (): Plugin => {
  let directory = '';
  return {
    name: 'compressed',
    apply: 'build',
    configResolved: ({ root, build }) => void (directory = resolve(root, build.outDir)),
    closeBundle: {
      // Runs after the service worker is written.
      order: 'post',
      sequential: true,
      handler: async () => {
        const files = await readdir(directory, { recursive: true });
        const texts = files
          .filter((file) => /\.(js|css|json|svg|webmanifest)$/.test(file) && !files.includes(`${file}.br`))
          .map((file) => join(directory, file));
        for (const file of texts) {
          const content = await readFile(file);
          await writeFile(`${file}.br`, brotliCompressSync(content));
          await writeFile(`${file}.gz`, gzipSync(content, { level: 9 }));
        }
      },
    },
  };
};

export const common = {
  define: { 'import.meta.env.VITE_TEXTS': JSON.stringify(textsVersion) },
  // The server replaces the placeholder with the nonce of its content security policy.
  html: { cspNonce: '__CSP_NONCE__' },
} satisfies UserConfig;

/** Browsers of late 2023; newer syntax such as `light-dark()` is lowered for them. */
export const cssTarget = ['chrome120', 'edge120', 'firefox121', 'safari17.2'];

export const buildOptions = {
  target: 'es2023',
  // All target browsers support module preloading.
  modulePreload: { polyfill: false },
  cssTarget,
} satisfies UserConfig['build'];

/**
 * Build of a page for visitors without a session. Preact replaces React, more than half of the page's size,
 * and a separate build keeps the number of files low.
 */
export const lightPage = (page: string): UserConfig => ({
  ...common,
  plugins: [apiRoutes(), react(), compressed()],
  publicDir: false,
  resolve: {
    alias: [
      { find: 'react/jsx-runtime', replacement: 'preact/jsx-runtime' },
      { find: 'react-dom/client', replacement: 'preact/compat/client' },
      { find: /^use-sync-external-store\/shim.*$/, replacement: 'preact/compat' },
      { find: /^react(-dom)?$/, replacement: 'preact/compat' },
    ],
  },
  build: { ...buildOptions, emptyOutDir: false, rolldownOptions: { input: entry(page) } },
});
