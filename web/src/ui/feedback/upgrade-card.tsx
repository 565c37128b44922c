import { Badge, Button, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Icon } from '../icons/icons.tsx';
import classes from './states.module.css';

/**
 * Shown in place of a feature that the plan lacks. Higher plans are not available yet, so the button is
 * disabled.
 */
export const UpgradeCard = ({ title, text }: { title: string; text: string }) => {
  const { t } = useTranslation('common');
  return (
    <section className={classes['empty']}>
      <span className={classes['emptyIcon']}>
        <Icon name="star" size={28} />
      </span>
      <Title order={2} size="h4" ta="center">
        {title}
      </Title>
      <Text c="dimmed" maw={460} ta="center">
        {text}
      </Text>
      <Button disabled>{t(($) => $.upgrade.button)}</Button>
      <Badge variant="light">{t(($) => $.upgrade.soon)}</Badge>
    </section>
  );
};
