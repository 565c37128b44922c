import { ActionIcon, type ActionIconProps } from '@mantine/core';
import type { ComponentProps } from 'react';
import { Icon, type IconName } from './icons.tsx';

type Props = ActionIconProps &
  Pick<ComponentProps<'button'>, 'onClick' | 'title'> & { icon: IconName; label: string };

/** Button with an icon and an accessible label. */
export const IconButton = ({ icon, label, ...button }: Props) => (
  <ActionIcon variant="subtle" size={32} aria-label={label} {...button}>
    <Icon name={icon} size={18} />
  </ActionIcon>
);

export const RemoveButton = (button: Omit<Props, 'icon'>) => (
  <IconButton icon="trash" color="red" {...button} />
);
