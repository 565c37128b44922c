import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon, type IconName } from '../../ui/icons/icons.tsx';
import classes from './callout.module.css';

type Props = { icon: IconName; label: string; text: string; children: ReactNode };

/** Notice about the patients below, with an action. */
export const Callout = ({ icon, label, text, children }: Props) => (
  <section className={classes['notice']} aria-label={label}>
    <Icon name={icon} size={20} />
    <Text className={classes['text'] ?? ''}>{text}</Text>
    {children}
  </section>
);
