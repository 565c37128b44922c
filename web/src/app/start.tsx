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
listenForInstall();
watchConnection();
// For what a form begins with: it does not choose the language where a pro works.
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
  // What offers a newer build comes with this one: by then its files may be gone. Without it, it is asked for then.
  if (await keepShell()) await import('./reload-notice.tsx').catch(() => undefined);
};

// Not while the first screen still loads.
if (document.readyState === 'complete') void keep();
else addEventListener('load', () => void keep());
