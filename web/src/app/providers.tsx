import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';
import { SWRConfig } from 'swr';
import { ApiError } from '../lib/api.ts';
import { styleNonce } from './nonce.ts';
import { cssVariables, theme } from './theme.ts';

/** A refusal stays a refusal: only failures that may pass are tried again. */
const mayPass = (error: unknown) =>
  !(error instanceof ApiError) || error.code === 'network' || error.status >= 500;

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
      <Notifications position="top-right" limit={4} pauseResetOnHover="notification" />
      {children}
    </SWRConfig>
  </MantineProvider>
);
