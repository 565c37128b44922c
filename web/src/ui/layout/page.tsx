import { Group, Stack, Title, type StackProps } from '@mantine/core';
import type { ReactNode } from 'react';

type Props = StackProps & {
  title: string;
  /** Beside the heading. */
  action?: ReactNode;
};

/** A screen of the dashboard under its heading, which is the window's title too. */
export const Page = ({ title, action, children, ...rest }: Props) => (
  <Stack maw={1080} gap="md" {...rest}>
    <title>{`${title} · Visita`}</title>
    <Group justify="space-between" gap="12px 24px">
      <Title order={1} size="h2">
        {title}
      </Title>
      {action}
    </Group>
    {children}
  </Stack>
);
