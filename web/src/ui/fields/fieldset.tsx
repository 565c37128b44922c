import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';

type Props = {
  title: string;
  /** Hides the title visually, if the labels are clear without it. */
  quiet?: boolean;
  children: ReactNode;
};

export const Fieldset = ({ title, quiet = false, children }: Props) => (
  <Stack component="fieldset" gap={14}>
    <legend className={quiet ? 'visually-hidden' : undefined}>{title}</legend>
    {children}
  </Stack>
);
