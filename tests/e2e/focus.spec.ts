import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { windows } from './looks.ts';
import { screens } from './screens.ts';
import { overlaysOn } from './screens/openings.ts';
import { show } from './screens/show.ts';

const window = { locale: 'it-IT', timezoneId: 'Europe/Rome' };

/** Records the focused element whenever an overlay opens, and after it closes compares it to the focus. */
const watch = `
  const over = 'dialog[open], [role=dialog], [role=listbox], [popover]:popover-open, [data-over], [data-dates-dropdown]';
  const isOpen = (layer) => layer.isConnected && layer.checkVisibility({ visibilityProperty: true });
  const nameOf = (element) => {
    const entry = element?.closest('[data-entry]');
    return entry ? 'entry ' + entry.dataset.entry : (element?.outerHTML ?? 'nothing').replaceAll(/\\s+/g, ' ').slice(0, 200);
  };
  const opened = new Map();
  let before = document.body;
  // A layer may take the focus before its opening is noticed.
  const remember = () => {
    const at = document.activeElement;
    const layer = at.closest(over);
    if (!layer || opened.has(layer)) before = at;
  };
  for (const kind of ['click', 'keydown', 'focusin']) addEventListener(kind, remember, true);
  const look = () => {
    for (const layer of document.querySelectorAll(over))
      if (isOpen(layer) && !opened.has(layer)) opened.set(layer, { element: before, name: nameOf(before) });
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true, attributes: true });
  addEventListener('toggle', look, true);
  globalThis.topmostLayer = () => {
    for (const layer of [...opened.keys()]) if (!isOpen(layer)) opened.delete(layer);
    const [layer, from] = [...opened].at(-1) ?? [];
    if (!layer) return null;
    globalThis.closingLayer = { layer, from };
    return nameOf(layer).slice(0, 120);
  };
  globalThis.isClosed = () => !isOpen(closingLayer.layer);
  globalThis.whereFocusIs = () => {
    const { element, name } = closingLayer.from;
    const at = document.activeElement;
    // An entry of the calendar may have been drawn anew.
    return at === element || nameOf(at) === name ? 'back' : name + ' had the focus, and now has ' + nameOf(at);
  };
`;

/** Closes all overlays by Escape; returns those after which the focus did not return. */
const lostOnClosing = async (page: Page): Promise<{ layers: number; lost: string[] }> => {
  const lost: string[] = [];
  for (let layers = 0; ; layers += 1) {
    const topmost = await page.evaluate<string | null>('topmostLayer()');
    if (topmost === null) return { layers, lost };
    await page.keyboard.press('Escape');
    await expect.poll(() => page.evaluate('isClosed()'), `${topmost} closes at Escape`).toBe(true);
    const back = () => page.evaluate<string>('whereFocusIs()');
    await expect
      .poll(back, { timeout: 5000 })
      .toBe('back')
      .catch(async () => lost.push(`${topmost}: ${await back()}`));
  }
};

test.describe.configure({ mode: 'parallel' });

for (const device of ['desktop', 'phone'] as const)
  for (const screen of screens.filter((one) => overlaysOn(one, device).length > 0))
    test(
      `focus returns from overlays on ${screen.route} on a ${device}`,
      { tag: '@release' },
      async ({ openWindow, demo }) => {
        test.setTimeout(600_000);
        const context = await openWindow(window);
        await context.addInitScript(watch);
        const page = await context.newPage();
        await page.setViewportSize(windows[device].own);
        const lost: string[] = [];
        for (const state of overlaysOn(screen, device))
          await test.step(state.name, async () => {
            await show(page, { screen, state, world: demo, language: 'it' });
            const closed = await lostOnClosing(page);
            if (closed.layers === 0) lost.push(`${state.name}: nothing opened`);
            lost.push(...closed.lost.map((one) => `${state.name}: ${one}`));
          });
        expect(lost).toEqual([]);
      },
    );
