import { Text, Title } from '@mantine/core';

/** Heading of a page outside the dashboard. */
export const Heading = ({ title, text }: { title: string; text?: string | undefined }) => (
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
);
