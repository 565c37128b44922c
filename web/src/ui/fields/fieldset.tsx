import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';

type Props = {
  title: string;
  /** For the ear only, where the fields' own names say as much to the eye. */
  quiet?: boolean;
  children: ReactNode;
};

/** Fields that belong together, under their title. */
export const Fieldset = ({ title, quiet = false, children }: Props) => (
  <Stack component="fieldset" gap={14}>
    <legend className={quiet ? 'visually-hidden' : undefined}>{title}</legend>
    {children}
  </Stack>
);
