import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { SWRConfig } from 'swr';
import { reading } from '../lib/api/reading.ts';
import { useToastPlace } from '../lib/page/toast-place.ts';
import { styleNonce } from './nonce.ts';
import { cssVariables, theme } from './theme.ts';

const Toasts = () => {
  const Place = useToastPlace();
  return Place && <Place />;
};

export const Providers = ({ children }: { children: ReactNode }) => (
  <MantineProvider
    theme={theme}
    cssVariablesResolver={cssVariables}
    defaultColorScheme="auto"
    getStyleNonce={styleNonce}
  >
    <SWRConfig value={reading}>
      <Toasts />
      {children}
    </SWRConfig>
  </MantineProvider>
);
