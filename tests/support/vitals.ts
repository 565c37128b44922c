import type { Page } from 'playwright-core';

/** What the browser's own observers saw since the page began. */
export type Vitals = {
  /** When the largest part was painted, in milliseconds. */
  readonly lcp: number;
  /** The sum of all shifts that nobody asked for; 0 is none. */
  readonly cls: number;
  /** What moved, for the message of a failing test. */
  readonly moved: readonly string[];
  /** From each press or click to the next paint, in milliseconds; 16 where the browser does not tell. */
  readonly interactions: readonly number[];
};

const observers = `
  window.vitals = { lcp: 0, cls: 0, moved: [], interactions: new Map() };
  const watch = (type, options, see) =>
    new PerformanceObserver((list) => list.getEntries().forEach(see)).observe({ type, buffered: true, ...options });
  watch('largest-contentful-paint', {}, (entry) => { vitals.lcp = entry.startTime; });
  watch('layout-shift', {}, (entry) => {
    if (entry.hadRecentInput) return;
    vitals.cls += entry.value;
    for (const { node } of entry.sources) vitals.moved.push(node?.outerHTML?.slice(0, 120) ?? 'a text');
  });
  watch('event', { durationThreshold: 16 }, ({ interactionId, duration }) => {
    if (interactionId) vitals.interactions.set(interactionId, Math.max(duration, vitals.interactions.get(interactionId) ?? 0));
  });`;

/** Has the next pages of a tab observed. */
export const observe = (page: Page): Promise<unknown> => page.addInitScript(observers);

export const vitalsOf = (page: Page): Promise<Vitals> =>
  page.evaluate('({ ...vitals, interactions: [...vitals.interactions.values()] })');

/** Leaves a tab a quarter of the processor. */
export const slowProcessor = async (page: Page): Promise<void> => {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
};

/** Makes a tab a slow phone: a quarter of the processor, 150 ms there and back, 1.4 Mbit/s. */
export const slowDown = async (page: Page): Promise<void> => {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 1_400_000 / 8,
    uploadThroughput: 1_400_000 / 8,
  });
  await slowProcessor(page);
};

/** How long the loop below takes on a quiet machine of the kind that the figures in docs/performance.md are from. */
const reference = 60;

const loop = `(() => {
  const started = performance.now();
  let text = '';
  const seen = new Map();
  for (let round = 0; round < 300_000; round += 1) {
    text = (round * 7919 % 10_007).toString(36) + text.slice(0, 16);
    seen.set(text.slice(0, 3), (seen.get(text.slice(0, 3)) ?? 0) + 1);
  }
  return performance.now() - started;
})()`;

/** How many times slower than the reference a tab is just now; never less than one. */
export const slowness = async (page: Page): Promise<number> =>
  Math.max(1, Number(await page.evaluate(loop)) / reference);
