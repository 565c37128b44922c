import { Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

type Props = { title: string; text?: string; children: ReactNode };

/** The card of a page that is one form. */
export const FormCard = ({ title, text, children }: Props) => (
  <Paper withBorder p={{ base: 'md', sm: 'xl' }} radius={12} bg="var(--surface)">
    <Stack gap="lg">
      <div>
        <Title order={1} size="h2">
          {title}
        </Title>
        {text && (
          <Text c="dimmed" mt={4}>
            {text}
          </Text>
        )}
      </div>
      {children}
    </Stack>
  </Paper>
);
