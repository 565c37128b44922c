import { Paper, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { ColorSchemeToggle } from './color-scheme-toggle.tsx';
import { Heading } from './heading.tsx';
import { PublicLayout } from './public-layout.tsx';

type Props = { title: string; text: string; children: ReactNode };

/** Page with a single card and form before the dashboard. */
export const CardPage = ({ title, text, children }: Props) => (
  <PublicLayout links={false} toggle={<ColorSchemeToggle />}>
    <title>{`${title} · Visita`}</title>
    <Paper withBorder p={{ base: 'md', sm: 'xl' }} radius={12} bg="var(--surface)">
      <Stack gap="lg">
        <Heading title={title} text={text} />
        {children}
      </Stack>
    </Paper>
  </PublicLayout>
);
