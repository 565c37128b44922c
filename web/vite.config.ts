import { existsSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { defineConfig, type Connect, type Plugin } from 'vite';
import { apiRoutes, buildOptions, common, compressed, entry, textsVersion } from './parts.config.ts';
import { firstFiles } from './first-files.config.ts';
import { shell } from './shell.config.ts';

const backend = `http://127.0.0.1:${process.env['PORT'] ?? 3000}`;

/** A page, and none of those that have another entry. */
const isEntrance = ({ url = '', headers }: Connect.IncomingMessage): boolean =>
  headers.accept?.includes('text/html') === true &&
  !/^\/(dashboard|onboarding|loading|account-review|dev|api|operator|booking)(\/|\?|\.|$)/.test(url) &&
  !/^\/(confirmation|manage|[^/?]*\.html)/.test(url);

const toOwnEntry: Connect.NextHandleFunction = (request, _response, next) => {
  if (/^\/(booking|confirmation|manage|preview)(\/|\?|$)/.test(request.url ?? ''))
    request.url = '/booking.html';
  if (/^\/operator\/?(\?|$)/.test(request.url ?? '')) request.url = '/operator.html';
  if (isEntrance(request)) request.url = '/entrance.html';
  next();
};

/** Sends the addresses of pages to their entries, as the product's server does. */
const entries = (): Plugin => ({
  name: 'entries',
  configureServer: (server) => void server.middlewares.use(toOwnEntry),
  configurePreviewServer: (server) => void server.middlewares.use(toOwnEntry),
});

/** The dashboard and the operators' desk; the development server serves the other pages too. */
export default defineConfig({
  ...common,
  plugins: [apiRoutes(), entries(), react(), firstFiles(), shell(textsVersion), compressed()],
  build: {
    ...buildOptions,
    rolldownOptions: {
      input: ['index.html', 'operator.html'].map(entry).filter((file) => existsSync(file)),
    },
  },
  server: {
    proxy: {
      '/api': backend,
      '/dev': backend,
      '/operator/api': backend,
      '/socket.io': { target: backend, ws: true },
    },
  },
});
