import { defineConfig } from 'vite';
import { lightPage } from './parts.config.ts';

/** Pages for patients. */
export default defineConfig(lightPage('booking.html'));
