import { defineConfig } from 'vite';
import { lightPage } from './parts.config.ts';

/** Login, sign-up and whatever else is read before a session. */
export default defineConfig(lightPage('entrance.html'));
