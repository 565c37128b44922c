import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { apiRoutes, buildOptions, common, compressed, entry } from './parts.config.ts';

/**
 * The public pages, built by themselves beside the dashboard: Preact stands in for React, which would be more than half
 * of what a patient's phone loads, and no file is shared with the dashboard, so there are few of them.
 */
export default defineConfig({
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
  build: { ...buildOptions, emptyOutDir: false, rolldownOptions: { input: entry('booking.html') } },
});
