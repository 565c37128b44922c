import { defineConfig } from 'vite';
import { lightPage } from './parts.config.ts';

/** Login, sign-up and other pages before a session. */
export default defineConfig(lightPage('entrance.html'));
