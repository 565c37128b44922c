import { devNull } from 'node:os';
import { defineConfig } from '@playwright/test';
import { findHeadless } from '../support/browser.ts';

// What a developer has in .env is not for tests.
process.env['ENV_FILE'] = devNull;
const { executablePath, args, env } = await findHeadless();

export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results',
  // Each worker has a product and a browser of its own. More of them would wait for each other on two cores.
  workers: 2,
  fullyParallel: false,
  forbidOnly: Boolean(process.env['CI']),
  // A machine that stalls for a moment fails nobody's work; what passes only then is listed as flaky, to be mended.
  retries: process.env['CI'] ? 1 : 0,
  // What hangs is ended; what is slow is not wrong.
  timeout: 300_000,
  expect: { timeout: 20_000 },
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    actionTimeout: 30_000,
    navigationTimeout: 60_000,
    screenshot: 'only-on-failure',
    // Keeping one costs a fifth of a test's time: `--trace on` shows what a failing one saw.
    trace: 'on-first-retry',
    launchOptions: { executablePath, args: [...args], ...(env ? { env } : {}) },
  },
});
