import '../lib/page/trusted-types.ts';
import '../light/theme.css';
import { StrictMode, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import { knownCountry, lookUpCountry } from '../lib/api/country.ts';
import { startI18n, suggestLanguage } from '../lib/text/i18n.ts';
import { nextTask } from '../lib/page/next-task.ts';
import { keepTextsReplaced } from '../lib/page/replaced-texts.ts';
import { BookingScreen } from './booking.screen.tsx';
import { call, preloadPro, preview } from './data.ts';
import { ConfirmationScreen } from './confirmation.screen.tsx';
import { Layout } from './layout.tsx';
import { ManageScreen } from './manage.screen.tsx';
import { MessagesScreen } from './messages.screen.tsx';
import { NotFound } from './not-found.tsx';
import { PreviewScreen } from './preview.screen.tsx';
import { OfferScreen } from './offer.screen.tsx';
import { serverNow } from './server-clock.ts';
import { WaitingScreen } from './waiting.screen.tsx';

const leave = (address: string) => location.assign(address);

/**
 * Returns the token and removes it from the address bar, so that it is not in screenshots or bookmarks. It is
 * kept in the tab's history state for reloads.
 */
const takeToken = (): string | null => {
  const token = new URLSearchParams(location.search).get('token');
  if (token !== null)
    history.replaceState({ ...(history.state as object | null), token }, '', location.pathname);
  return token ?? (history.state as { token?: string } | null)?.token ?? null;
};

type Asked = { readonly asks: boolean; readonly also: readonly string[] };

/**
 * Returns whether a reminder's link asks if the patient will come, with the tokens of the other visits that the
 * reminder names; kept in the history state for reloads.
 */
const takeAsked = (): Asked => {
  const query = new URLSearchParams(location.search);
  const asked = query.has('ask') ? { asks: true, also: query.getAll('also') } : undefined;
  if (asked) history.replaceState({ ...(history.state as object | null), asked }, '');
  return asked ?? (history.state as { asked?: Asked } | null)?.asked ?? { asks: false, also: [] };
};

const screenFor = (path: string): ReactNode => {
  // Slugs need no URL decoding.
  const slug = /^\/booking\/([^/]+)\/?$/.exec(path)?.[1];
  if (slug !== undefined) {
    preloadPro(slug);
    return <BookingScreen slug={slug} now={serverNow} />;
  }
  if (/^\/confirmation\/?$/.test(path)) return <ConfirmationScreen token={takeToken()} leave={leave} />;
  if (preview) return <PreviewScreen now={serverNow} leave={leave} />;
  if (/^\/manage\/?$/.test(path))
    return <ManageScreen {...takeAsked()} token={takeToken()} now={serverNow} />;
  if (/^\/messages\/?$/.test(path)) return <MessagesScreen token={takeToken()} />;
  if (/^\/offer\/?$/.test(path)) return <OfferScreen token={takeToken()} />;
  if (/^\/waiting\/?$/.test(path)) return <WaitingScreen token={takeToken()} />;
  return <NotFound />;
};

const root = document.querySelector('#root');
if (!root) throw new Error('the page has no #root');

keepTextsReplaced();
const country = lookUpCountry(call);
const screen = screenFor(location.pathname);
await nextTask();
const i18n = await startI18n({
  namespaces: /^\/(offer|waiting)\/?$/.test(location.pathname) ? ['booking', 'waiting'] : ['booking'],
  country: knownCountry(),
});
void country.then((found) => suggestLanguage(i18n, found));
await nextTask();
createRoot(root).render(
  <StrictMode>
    <I18nextProvider i18n={i18n}>
      <Layout>{screen}</Layout>
    </I18nextProvider>
  </StrictMode>,
);
