import '../lib/page/trusted-types.ts';
import '@fontsource-variable/inter/wght.css';
import '../ui/layout/base.css';
import './entrance.css';
import { measuredPage } from '@visita/contracts/measured-pages';
import { StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import { SWRConfig } from 'swr';
import { call } from '../lib/api/client.ts';
import { watchConnection } from '../lib/api/connection.ts';
import { knownCountry, lookUpCountry } from '../lib/api/country.ts';
import { startI18n, suggestLanguage } from '../lib/text/i18n.ts';
import { nextTask } from '../lib/page/next-task.ts';
import { reading } from '../lib/api/reading.ts';
import { keepTextsReplaced } from '../lib/page/replaced-texts.ts';
import { startTagManager } from '../lib/page/tag-manager.ts';
import { followLinks, useAddress } from './address.ts';
import { ConsentBar } from './consent-bar.tsx';
import { Spinner } from './parts.tsx';
import { prefetchDashboard } from './prefetch.ts';
import { followScheme } from './scheme.tsx';
import { Screen } from './screens.tsx';
import { TagFrame } from './tag-frame.tsx';

const root = document.querySelector('#root');
if (!root) throw new Error('the page has no #root');

const Entrance = () => {
  const page = measuredPage(useAddress().path);
  return (
    <>
      {page !== null && <ConsentBar />}
      {page !== null && <TagFrame page={page} />}
      <Screen />
    </>
  );
};

keepTextsReplaced();
followScheme();
followLinks();
watchConnection();
startTagManager();
// Reloads a page restored from the back/forward cache, because its form may still be busy.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) location.reload();
});
await nextTask();
const country = lookUpCountry(call);
const i18n = await startI18n({ namespaces: ['common', 'auth'], country: knownCountry() });
void country.then((found) => suggestLanguage(i18n, found));
await nextTask();
createRoot(root).render(
  <StrictMode>
    <I18nextProvider i18n={i18n}>
      <SWRConfig value={reading}>
        <Suspense fallback={<Spinner label="Visita" />}>
          <Entrance />
        </Suspense>
      </SWRConfig>
    </I18nextProvider>
  </StrictMode>,
);
prefetchDashboard();
