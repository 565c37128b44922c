import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { SWRConfig } from 'swr';
import { ApiError } from '../lib/api.ts';
import { useToastPlace } from '../lib/toast-place.ts';
import { styleNonce } from './nonce.ts';
import { cssVariables, theme } from './theme.ts';

/** A refusal stays a refusal: only failures that may pass are tried again. */
const mayPass = (error: unknown) =>
  !(error instanceof ApiError) || error.code === 'network' || error.status >= 500;

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
    <SWRConfig
      value={{
        shouldRetryOnError: mayPass,
        errorRetryCount: 3,
        dedupingInterval: 1000,
        keepPreviousData: true,
      }}
    >
      <Toasts />
      {children}
    </SWRConfig>
  </MantineProvider>
);
