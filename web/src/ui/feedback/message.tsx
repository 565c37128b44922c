import { Alert } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon } from '../icons/icons.tsx';

type Props = { kind: 'failed' | 'done'; children: ReactNode };

/** Message without a time limit. */
export const Message = ({ kind, children }: Props) => (
  <Alert
    color={kind === 'failed' ? 'red' : 'green'}
    variant="light"
    role={kind === 'failed' ? 'alert' : 'status'}
    icon={<Icon name={kind === 'failed' ? 'warning' : 'check'} />}
  >
    {children}
  </Alert>
);
