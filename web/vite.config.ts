import react from '@vitejs/plugin-react';
import { defineConfig, type Connect, type Plugin, type UserConfig } from 'vite';
import { apiRoutes, buildOptions, common, compressed, entry, textsVersion } from './parts.config.ts';
import { gathered } from './chunks.config.ts';
import { firstFiles } from './first-files.config.ts';
import { shell } from './shell.config.ts';

const backend = `http://127.0.0.1:${process.env['PORT'] ?? 3000}`;

/** Returns whether a request is for a page of the entrance. */
const isEntrance = ({ url = '', headers }: Connect.IncomingMessage): boolean =>
  headers.accept?.includes('text/html') === true &&
  !/^\/(dashboard|onboarding|loading|account-review|dev|api|operator|booking)(\/|\?|\.|$)/.test(url) &&
  !/^\/(confirmation|manage|messages|[^/?]*\.html)/.test(url);

const toOwnEntry: Connect.NextHandleFunction = (request, _response, next) => {
  if (/^\/(booking|confirmation|manage|messages|preview)(\/|\?|$)/.test(request.url ?? ''))
    request.url = '/booking.html';
  if (/^\/operator\/?(\?|$)/.test(request.url ?? '')) request.url = '/operator.html';
  if (isEntrance(request)) request.url = '/entrance.html';
  next();
};

/** Serves the entry of each page's address, as the production server does. */
const entries = (): Plugin => ({
  name: 'entries',
  configureServer: (server) => void server.middlewares.use(toOwnEntry),
  configurePreviewServer: (server) => void server.middlewares.use(toOwnEntry),
});

const page: UserConfig = {
  ...common,
  root: entry('.'),
  build: { ...buildOptions, rolldownOptions: { input: entry('index.html') } },
};

/** Starts of the first calendar's chunks, in load order. */
const starts = {
  main: entry('src/app/main.ts'),
  start: entry('src/app/start.tsx'),
  calendar: entry('src/features/calendar/calendar.screen.tsx'),
};

/** Build of the dashboard; the development server also serves the other pages. */
export default defineConfig(async ({ command }) => ({
  ...common,
  plugins: [apiRoutes(), entries(), react(), firstFiles(), shell(textsVersion), compressed()],
  build: {
    ...buildOptions,
    rolldownOptions: {
      input: entry('index.html'),
      ...(command === 'build' && {
        output: { codeSplitting: await gathered(starts, { ...page, plugins: [apiRoutes(), react()] }) },
      }),
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
}));
