import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';

/** Fields that belong together, under their title. */
export const Fieldset = ({ title, children }: { title: string; children: ReactNode }) => (
  <Stack component="fieldset" gap={14}>
    <legend>{title}</legend>
    {children}
  </Stack>
);
