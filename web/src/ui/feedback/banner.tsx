import type { HTMLAttributes } from 'react';
import { Icon, type IconName } from '../icons/icons.tsx';
import classes from './banner.module.css';

type Props = HTMLAttributes<HTMLElement> & { icon: IconName };

/** Notice above the page's content. */
export const Banner = ({ icon, children, ...section }: Props) => (
  <section {...section} className={classes['banner']}>
    <Icon name={icon} size={18} />
    <div className={classes['content']}>{children}</div>
  </section>
);
