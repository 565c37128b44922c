import { Group, Text, Title } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import classes from './section.module.css';

type SectionProps = { title: string; action?: ReactNode; danger?: boolean; children: ReactNode };

export const Section = ({ title, action, danger = false, children }: SectionProps) => {
  const id = useId();
  return (
    <section
      className="card"
      aria-labelledby={id}
      style={danger ? { borderColor: 'var(--mantine-color-error)' } : {}}
    >
      <Group justify="space-between" gap="8px 16px">
        <Title order={2} size="h4" id={id}>
          {title}
        </Title>
        {action}
      </Group>
      {children}
    </section>
  );
};

/** Row of a section with a control. */
export const Row = ({ title, text, children }: { title: string; text?: string; children: ReactNode }) => (
  <div className={classes['row']}>
    <div className={classes['words']}>
      <Text fw={550}>{title}</Text>
      {text && <Text c="dimmed">{text}</Text>}
    </div>
    {children}
  </div>
);
