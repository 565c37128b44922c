import type { BrowserContext } from '@playwright/test';

/** User actions as the pages register them. */
export type Effort = { clicks: number; fields: number; keys: number; panels: number; screens: Set<string> };

/** Counts the actions in a browser context from here on. */
export const countEffort = async (window: BrowserContext): Promise<Effort> => {
  const effort = { clicks: 0, fields: 0, keys: 0, panels: 0, screens: new Set<string>() };
  await window.exposeFunction('counted', (kind: Exclude<keyof Effort, 'screens'>, count: number) => {
    effort[kind] += count;
  });
  window.on('page', (page) =>
    page.on('framenavigated', (frame) => {
      if (frame === page.mainFrame()) effort.screens.add(new URL(frame.url()).pathname);
    }),
  );
  await window.addInitScript(`
    const written = new Map();
    const seen = new WeakSet();
    addEventListener('click', (event) => {
      if (event.isTrusted) counted('clicks', 1);
    }, true);
    addEventListener('input', ({ target }) => {
      if (!written.has(target)) counted('fields', 1);
      const length = /checkbox|radio/.test(target.type) ? 0 : target.value.length;
      counted('keys', Math.max(0, length - (written.get(target) ?? 0)));
      written.set(target, length);
    }, true);
    new MutationObserver(() => {
      for (const dialog of document.querySelectorAll('[role="dialog"]'))
        if (!seen.has(dialog)) { seen.add(dialog); counted('panels', 1); }
    }).observe(document, { childList: true, subtree: true });`);
  return effort;
};

/**
 * Estimates seconds for an experienced user by the keystroke-level model (Card, Moran and Newell 1980): a key
 * 0.28, pointing and pressing 1.3, homing and mental preparation 1.75 for each field and each screen.
 */
export const secondsOf = ({ clicks, fields, keys, panels, screens }: Effort): number =>
  Math.round(keys * 0.28 + clicks * 1.3 + (fields + panels + screens.size) * 1.75);
