import type { BrowserContext, Page } from '@playwright/test';

/** Prefix of each translated text. */
export const mark = '¶';

/**
 * Translates every page of a context as browsers do: each text node, also those added later, is replaced by
 * `<font><font>other text</font></font>`, and the original node is detached.
 */
export const translatePages = (context: BrowserContext) =>
  context.addInitScript(`{
    const untouched = 'font, script, style, textarea, title';
    const translate = (root) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const texts = [];
      while (walker.nextNode()) texts.push(walker.currentNode);
      for (const text of texts) {
        const parent = text.parentElement;
        if (!parent || parent.closest(untouched) || text.data.trim() === '') continue;
        const [outer, inner] = [document.createElement('font'), document.createElement('font')];
        inner.textContent = ${JSON.stringify(mark)} + text.data;
        outer.append(inner);
        text.replaceWith(outer);
      }
    };
    const follow = () => {
      translate(document.body);
      new MutationObserver(() => translate(document.body)).observe(document.body, {
        childList: true,
        characterData: true,
        subtree: true,
      });
    };
    if (document.body) follow();
    else addEventListener('DOMContentLoaded', follow);
  }`);

/** Returns the text of a page and its options as one line, without the marks. */
export const shownOn = async (page: Page): Promise<string> =>
  ((await page.locator('body').textContent()) ?? '').replaceAll(mark, '').replaceAll(/\s+/g, ' ').trim();

/** Returns the number of untranslated texts. */
export const untranslatedOn = (page: Page): Promise<number> =>
  page.evaluate(`[...document.querySelectorAll('main *')].filter(({ tagName, childNodes }) =>
    tagName !== 'FONT' && [...childNodes].some(({ nodeType, data }) => nodeType === 3 && data.trim() !== '')).length`);
