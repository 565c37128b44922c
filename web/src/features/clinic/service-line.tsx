import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { price } from '../../lib/text/euro.ts';
import { currentLanguage } from '../../lib/text/i18n.ts';
import classes from './clinic.module.css';

/** Shortens a text; its title shows the whole. */
const cut = (text: string, length: number | undefined) =>
  length !== undefined && text.length > length ? `${text.slice(0, length - 1)}…` : text;

type Props = {
  serviceName: string;
  specializationName: string;
  duration: number;
  price: number;
  /** Shortens a specialization to 12 characters and a service name to 18. */
  short?: boolean;
  children: ReactNode;
};

/** Line of a service with its duration and price. */
export const ServiceLine = ({ serviceName, specializationName, short, children, ...figures }: Props) => {
  const { i18n } = useTranslation('clinic');
  return (
    <li className={classes['row']}>
      <div className={classes['rowMain']}>
        <Text fw={550} title={serviceName}>
          {cut(serviceName, short ? 18 : undefined)}
        </Text>
        <Text c="dimmed" title={specializationName}>
          {cut(specializationName, short ? 12 : undefined)}
        </Text>
      </div>
      <Text c="dimmed" className="tabular" flex="none">
        {`${figures.duration} min · ${price(figures.price, currentLanguage(i18n), true)}`}
      </Text>
      {children}
    </li>
  );
};
