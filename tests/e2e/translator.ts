import type { BrowserContext, Page } from '@playwright/test';

/** Stands before each text that was translated. */
export const mark = '¶';

/**
 * Has every page of a window translated, as the translators of browsers do: each text node, of whatever comes later too,
 * gives its place to `<font><font>other text</font></font>`. The page's own node is left out of the document.
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

/** Returns the text of a page and its choices as one line, without the marks. */
export const shownOn = async (page: Page): Promise<string> =>
  ((await page.locator('body').textContent()) ?? '').replaceAll(mark, '').replaceAll(/\s+/g, ' ').trim();

/** How many texts a page shows that were not translated. */
export const untranslatedOn = (page: Page): Promise<number> =>
  page.evaluate(`[...document.querySelectorAll('main *')].filter(({ tagName, childNodes }) =>
    tagName !== 'FONT' && [...childNodes].some(({ nodeType, data }) => nodeType === 3 && data.trim() !== '')).length`);
