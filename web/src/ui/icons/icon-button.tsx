import { ActionIcon, type ActionIconProps } from '@mantine/core';
import type { ComponentProps } from 'react';
import { Icon, type IconName } from './icons.tsx';

type Props = ActionIconProps &
  Pick<ComponentProps<'button'>, 'onClick' | 'title'> & { icon: IconName; label: string };

/** A button that shows an icon only; its label is what it is called. */
export const IconButton = ({ icon, label, ...button }: Props) => (
  <ActionIcon variant="subtle" size={32} aria-label={label} {...button}>
    <Icon name={icon} size={18} />
  </ActionIcon>
);

/** Takes something away, or asks whether to. */
export const RemoveButton = (button: Omit<Props, 'icon'>) => (
  <IconButton icon="trash" color="red" {...button} />
);
