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

/** What the public pages call: whatever needs no session, and what a pro's preview of their own page reads. */
const isPublic = ([name, { access }]: Route): boolean =>
  (access !== 'pro' && access !== 'mail-token') || name in previewCalls;

/** Method, path and failure text of the calls, without zod: of all of them, and of those of the public pages. */
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

/** Changes with any text, so that a page asks for the texts that belong to its build, whatever a cache holds. */
export const textsVersion = createHash('sha256')
  .update(
    globSync(entry('public/locales/*/*.json'))
      .sort()
      .map((file) => readFileSync(file, 'utf8'))
      .join(''),
  )
  .digest('hex')
  .slice(0, 8);

/** Writes `.br` and `.gz` beside each text file, which the server sends instead: patients on phones pay by the byte. */
export const compressed = (): Plugin => {
  let directory = '';
  return {
    name: 'compressed',
    apply: 'build',
    configResolved: ({ root, build }) => void (directory = resolve(root, build.outDir)),
    closeBundle: {
      // After the service worker is written.
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

/** What all builds have in common. */
export const common = {
  define: { 'import.meta.env.VITE_TEXTS': JSON.stringify(textsVersion) },
  // The server replaces the placeholder with the nonce of its content security policy.
  html: { cspNonce: '__CSP_NONCE__' },
} satisfies UserConfig;

/** The browsers of the end of 2023: what they do not know yet, such as `light-dark()`, is written in other words. */
export const cssTarget = ['chrome120', 'edge120', 'firefox121', 'safari17.2'];

export const buildOptions = {
  target: 'es2023',
  // The browsers of the targets know it.
  modulePreload: { polyfill: false },
  cssTarget,
} satisfies UserConfig['build'];

/**
 * A page for visitors who are not logged in, built by itself: Preact stands in for React, which would be more than half of what
 * it loads, and it shares no file with another, so there are few of them.
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
