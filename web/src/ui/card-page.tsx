import { Paper, Stack } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';
import { Heading } from './heading.tsx';
import { PublicLayout } from './public-layout.tsx';

type Props = ComponentProps<typeof PublicLayout> & {
  title: string;
  text?: string;
  component?: 'div' | 'article';
  children: ReactNode;
};

/** A page outside the dashboard that is one card: a form, or a document. */
export const CardPage = ({ title, text, component = 'div', children, ...layout }: Props) => (
  <PublicLayout {...layout}>
    <title>{`${title} · Visita`}</title>
    <Paper component={component} withBorder p={{ base: 'md', sm: 'xl' }} radius={12} bg="var(--surface)">
      <Stack gap="lg">
        <Heading title={title} text={text} />
        {children}
      </Stack>
    </Paper>
  </PublicLayout>
);
