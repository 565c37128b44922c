import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { apiRoutes, buildOptions, common, compressed, entry } from './parts.config.ts';

/** The operator's desk; it shares no files with other pages. */
export default defineConfig({
  ...common,
  plugins: [apiRoutes(), react(), compressed()],
  publicDir: false,
  build: { ...buildOptions, emptyOutDir: false, rolldownOptions: { input: entry('operator.html') } },
});
