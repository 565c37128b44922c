import type { Page, Route } from '@playwright/test';
import { api, type Answer, type Api, type CallName } from '@visita/contracts/api/table';
import type { Pro } from '@visita/contracts/pro/views';
import { fetchWhole } from '../../support/fetch-whole.ts';

/** What a call meets instead of the product's own answer; a function changes that one. */
export type Instead<Name extends CallName> =
  | 'never answered'
  | 'unreachable'
  | number
  | { answer: Answer<Api[Name]> }
  | ((answer: Answer<Api[Name]>) => Answer<Api[Name]>);

const addressOf = (name: CallName): RegExp =>
  new RegExp(`^http://[^/]+${api[name].path.replaceAll(/:\w+/g, '[^/]+')}(\\?|$)`);

/** Lets the calls of one name from this page meet something else, until the page is closed. */
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

/** Tells the page of a path more than the server does, as a setting of the operator would. */
export const tell = (page: Page, path: string, meta: Readonly<Record<string, string>>): Promise<unknown> =>
  page.route(
    ({ pathname }) => pathname === path,
    async (route) => {
      const response = await route.fetch();
      const told = Object.entries(meta).map(
        ([name, content]) => `<meta name="${name}" content="${content}" />`,
      );
      await route.fulfill({
        response,
        body: (await response.text()).replace('</head>', `${told.join('')}</head>`),
      });
    },
  );

/** Lets booking pages ask for what they show: what came with their HTML is taken out. */
export const withoutFirstData = (page: Page): Promise<unknown> =>
  page.route(/\/booking\/[^/?]+$/, async (route) => {
    const response = await route.fetch();
    const html = await response.text();
    await route.fulfill({ response, body: html.replace(/<script[^>]*id="first-data".*?<\/script>/s, '') });
  });

/** Makes the page believe that the pro is otherwise: plans are given by operators, and steps are taken once. */
export const pretend = (page: Page, changes: Partial<Pro>): Promise<unknown> =>
  intercept(page, 'authenticate', ({ message, data }) => ({ message, data: { ...data, ...changes } }));

/** The same for what the pro's plan includes. */
export const pretendPlan = (page: Page): Promise<unknown> =>
  intercept(page, 'authenticate', ({ message, data }) => {
    const [free] = data.subscription;
    const functions = { vacationFunction: true, patientManagerFunction: true, onlinePaymentFunction: true };
    const subscription = free ? [{ ...free, id: 2, name: 'premium', ...functions }] : [];
    return { message, data: { ...data, subscription } };
  });
