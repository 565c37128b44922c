import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { apiRoutes, buildOptions, common, compressed, entry } from './parts.config.ts';

/** The operators' desk, which shares no file with another page. */
export default defineConfig({
  ...common,
  plugins: [apiRoutes(), react(), compressed()],
  publicDir: false,
  build: { ...buildOptions, emptyOutDir: false, rolldownOptions: { input: entry('operator.html') } },
});
