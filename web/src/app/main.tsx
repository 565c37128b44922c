import './styles.ts';
import { StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import { RouterProvider } from 'react-router/dom';
import { startI18n } from '../lib/i18n.ts';
import { listenForInstall } from '../lib/install.ts';
import { Splash } from '../ui/splash.tsx';
import { shareNonce } from './nonce.ts';
import { Providers } from './providers.tsx';
import { createRouter } from './router.tsx';

const root = document.querySelector('#root');
if (!root) throw new Error('the page has no #root');

shareNonce();
listenForInstall();
const i18n = await startI18n({ namespaces: ['common', 'auth'] });
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
