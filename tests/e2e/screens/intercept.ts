import type { Page, Route } from '@playwright/test';
import { api, type Answer, type Api, type CallName } from '@visita/contracts/api/table';
import type { Pro } from '@visita/contracts/pro/views';
import { fetchWhole } from '../../support/fetch-whole.ts';

/** Mocked response of a call; a function changes the product's own. */
export type Instead<Name extends CallName> =
  | 'never answered'
  | 'unreachable'
  | number
  | { answer: Answer<Api[Name]> }
  | ((answer: Answer<Api[Name]>) => Answer<Api[Name]>);

const addressOf = (name: CallName): RegExp =>
  new RegExp(`^http://[^/]+${api[name].path.replaceAll(/:\w+/g, '[^/]+')}(\\?|$)`);

/** Mocks a call's responses in a page until it closes. */
export const intercept = <Name extends CallName>(
  page: Page,
  name: Name,
  instead: Instead<Name>,
): Promise<unknown> =>
  page.route(addressOf(name), async (route: Route) => {
    if (route.request().method() !== api[name].method) return route.fallback();
    if (instead === 'never answered') return undefined;
    if (instead === 'unreachable') return route.abort('connectionrefused');
    if (typeof instead === 'number')
      return route.fulfill({ status: instead, json: { error: 'answered by the test' } });
    if (typeof instead === 'object') return route.fulfill({ json: instead.answer });
    const response = await fetchWhole(route);
    const changed = instead((await response.json()) as Answer<Api[Name]>);
    return route.fulfill({ response, json: changed });
  });

/** Adds meta tags to the page of a path, as an operator's setting would. */
export const tell = (page: Page, path: string, meta: Readonly<Record<string, string>>): Promise<unknown> =>
  page.route(
    ({ pathname }) => pathname === path,
    async (route) => {
      const response = await route.fetch();
      const tags = Object.entries(meta).map(
        ([name, content]) => `<meta name="${name}" content="${content}" />`,
      );
      await route.fulfill({
        response,
        body: (await response.text()).replace('</head>', `${tags.join('')}</head>`),
      });
    },
  );

/** Removes the data embedded in booking pages, so that they request it. */
export const withoutFirstData = (page: Page): Promise<unknown> =>
  page.route(/\/booking\/[^/?]+$/, async (route) => {
    const response = await route.fetch();
    const html = await response.text();
    await route.fulfill({ response, body: html.replace(/<script[^>]*id="first-data".*?<\/script>/s, '') });
  });

/** Changes the professional's data in the page, such as plan or onboarding status. */
export const pretend = (page: Page, changes: Partial<Pro>): Promise<unknown> =>
  intercept(page, 'authenticate', ({ message, data }) => ({ message, data: { ...data, ...changes } }));

/** Changes the professional's plan in the page. */
export const pretendPlan = async (page: Page): Promise<void> => {
  await intercept(page, 'getProClinics', ({ message, data }) => ({
    message,
    data: data.map((clinic) => ({ ...clinic, vacation_function: true })),
  }));
  await intercept(page, 'authenticate', ({ message, data }) => {
    const [free] = data.subscription;
    const functions = { vacationFunction: true, patientManagerFunction: true, onlinePaymentFunction: true };
    const subscription = free ? [{ ...free, id: 2, name: 'premium', ...functions }] : [];
    return { message, data: { ...data, subscription } };
  });
};
