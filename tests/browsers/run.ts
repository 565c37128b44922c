import { startStack } from '../support/stack.ts';
import { startFirefox } from './firefox.ts';
import { doMainJob } from './main-job.ts';
import { createPage } from './page.ts';
import { startWebkit } from './webkit.ts';

const browsers = { firefox: startFirefox, webkit: startWebkit };

/** Runs the main job in a browser that other tests don't use: `node tests/browsers/run.ts firefox`. */
const name = process.argv[2] ?? '';
if (!(name in browsers)) throw new Error(`one of ${Object.keys(browsers).join(', ')} is needed`);
const stack = await startStack();
try {
  const driver = await browsers[name as keyof typeof browsers]();
  try {
    // Elements are found by their English texts.
    await driver.open(`${stack.address}/not-found`);
    await driver.read("localStorage.setItem('visita.language', 'en')");
    await doMainJob(createPage(driver), stack, (step) => process.stdout.write(`${name}: ${step}\n`));
  } finally {
    await driver.close();
  }
} finally {
  await stack.stop();
}
