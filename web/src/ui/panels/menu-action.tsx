import type { ReactNode } from 'react';
import { Icon, type IconName } from '../icons/icons.tsx';
import classes from './dropdown.module.css';

type Props = { icon: IconName; danger?: boolean; onClick: () => void; children: ReactNode };

/** Action in a dropdown. */
export const MenuAction = ({ icon, danger = false, onClick, children }: Props) => (
  <button type="button" className={classes['action']} data-danger={danger} onClick={onClick}>
    <Icon name={icon} size={18} />
    {children}
  </button>
);
