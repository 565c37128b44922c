import { devNull } from 'node:os';
import { defineConfig } from '@playwright/test';
import { findHeadless } from '../support/chromium.ts';

// A developer's .env must not affect tests.
process.env['ENV_FILE'] = devNull;
const { executablePath, args, env } = await findHeadless();

export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results',
  // Each worker has its own product and browser; two cores don't support more.
  workers: 2,
  fullyParallel: false,
  forbidOnly: Boolean(process.env['CI']),
  // In CI one retry covers stalls of the machine; flaky tests are listed, to be fixed.
  retries: process.env['CI'] ? 1 : 0,
  // A hanging test is aborted; a slow one is fine.
  timeout: 300_000,
  expect: { timeout: 20_000 },
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    actionTimeout: 30_000,
    navigationTimeout: 60_000,
    screenshot: 'only-on-failure',
    // Recording takes a fifth of a test's time; use `--trace on` for a failing one.
    trace: 'on-first-retry',
    launchOptions: { executablePath, args: [...args], ...(env ? { env } : {}) },
  },
});
