import { Group, Stack, Title, type StackProps } from '@mantine/core';
import type { ReactNode } from 'react';

type Props = StackProps & {
  title: string;
  action?: ReactNode;
};

/** Screen of the dashboard; its heading is also the window's title. */
export const Page = ({ title, action, children, ...rest }: Props) => (
  <Stack maw="var(--page-width)" gap="md" {...rest}>
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
