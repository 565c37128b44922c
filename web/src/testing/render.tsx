import { MantineProvider } from '@mantine/core';
import { cleanup, render } from '@testing-library/react';
import { createInstance, type ResourceLanguage } from 'i18next';
import type { ReactNode } from 'react';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { afterEach } from 'vitest';
import { notifications } from '../ui/feedback/notifications.tsx';
import { useToastPlace } from '../lib/page/toast-place.ts';

const files = import.meta.glob<ResourceLanguage>('../../public/locales/it/*.json', {
  eager: true,
  import: 'default',
});
const texts = Object.fromEntries(
  Object.entries(files).map(([file, text]) => [file.replace(/^.*\/|\.json$/g, ''), text]),
);

/** Italian texts of the product. */
export const i18n = createInstance();
await i18n.use(initReactI18next).init({
  lng: 'it',
  ns: Object.keys(texts),
  resources: { it: texts },
  interpolation: { escapeValue: false },
});

afterEach(() => {
  cleanup();
  notifications.clean();
});

const Toasts = () => {
  const Place = useToastPlace();
  return Place && <Place />;
};

/** Renders a component inside the dashboard's providers, without transitions. */
export const show = (part: ReactNode) =>
  render(
    <I18nextProvider i18n={i18n}>
      <MantineProvider env="test">
        {part}
        <Toasts />
      </MantineProvider>
    </I18nextProvider>,
  );
