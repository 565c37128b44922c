import './styles.ts';
import { StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import { RouterProvider } from 'react-router/dom';
import { call } from '../lib/api/client.ts';
import { watchConnection } from '../lib/api/connection.ts';
import { lookUpCountry } from '../lib/api/country.ts';
import { startI18n } from '../lib/text/i18n.ts';
import { listenForInstall } from '../lib/page/install.ts';
import { keepShell } from '../lib/page/updates.ts';
import { Splash } from '../ui/feedback/splash.tsx';
import { firstTexts } from './first-screen.ts';
import { shareNonce } from './nonce.ts';
import { Providers } from './providers.tsx';
import { createRouter } from './router.tsx';

const root = document.querySelector('#root');
if (!root) throw new Error('the page has no #root');

shareNonce();
// A page restored from the back/forward cache may belong to a session that has ended.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) location.reload();
});
listenForInstall();
watchConnection();
// Looks up the default country of forms; it does not set the language in the dashboard.
void lookUpCountry(call);
const i18n = await startI18n({ namespaces: firstTexts(location.pathname) });
createRoot(root).render(
  <StrictMode>
    <I18nextProvider i18n={i18n}>
      <Providers>
        <Suspense fallback={<Splash />}>
          <RouterProvider router={createRouter()} />
        </Suspense>
      </Providers>
    </I18nextProvider>
  </StrictMode>,
);

const keep = async () => {
  // Loads the update notice together with this build, because its files may be gone after a deployment. If
  // that fails, it is loaded when needed.
  if (await keepShell()) await import('./reload-toast.tsx').catch(() => undefined);
};

// Waits until the first screen is loaded.
if (document.readyState === 'complete') void keep();
else addEventListener('load', () => void keep());
