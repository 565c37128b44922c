import type { Page } from 'playwright-core';

/** Measurements of the browser's performance observers since the page began. */
export type Vitals = {
  /** Largest contentful paint in milliseconds. */
  readonly lcp: number;
  /** Sum of unexpected layout shifts. */
  readonly cls: number;
  /** Elements that moved, for messages of failing tests. */
  readonly moved: readonly string[];
  /** Interaction latencies to the next paint in milliseconds; 16 if the browser reports none. */
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

/** Observes the next pages of a tab. */
export const observe = (page: Page): Promise<unknown> => page.addInitScript(observers);

export const vitalsOf = (page: Page): Promise<Vitals> =>
  page.evaluate('({ ...vitals, interactions: [...vitals.interactions.values()] })');

/** Throttles a tab's CPU by four. */
export const slowProcessor = async (page: Page): Promise<void> => {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
};

/** Emulates a slow phone: CPU throttled by four, 150 ms round trip, 1.4 Mbit/s. */
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

/** Milliseconds the loop takes on a quiet machine like that of docs/performance.md. */
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

/** Returns how many times slower than the reference a tab is now; at least one. */
export const slowness = async (page: Page): Promise<number> =>
  Math.max(1, Number(await page.evaluate(loop)) / reference);
