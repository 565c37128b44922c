import { Text, Title } from '@mantine/core';

/** The heading of a page outside the dashboard, and what it is about. */
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
