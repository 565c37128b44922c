import { defineConfig } from 'vite';
import { lightPage } from './parts.config.ts';

/** What patients open. */
export default defineConfig(lightPage('booking.html'));
