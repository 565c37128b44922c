import { Anchor, Button, Group, Text } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { bookingLink } from '../../lib/booking/booking-link.ts';
import { Icon } from '../icons/icons.tsx';
import { PreviewLink } from './preview-link.tsx';
import { ShareButton } from './share-button.tsx';
import classes from './booking-link.module.css';

/** The public booking address, to open, copy or show as a QR code. */
export const BookingLink = ({ slug }: { slug: string }) => {
  const { t } = useTranslation('clinic');
  const clipboard = useClipboard({ timeout: 2000 });
  const link = bookingLink(slug);
  return (
    <div className={classes['link']}>
      <div>
        <Text size="sm" c="dimmed">
          {t(($) => $.link.label)}
        </Text>
        <Anchor href={link} target="_blank" rel="noreferrer" fw={600}>
          {link}
        </Anchor>
      </div>
      <Group gap="xs">
        <Button
          variant="default"
          leftSection={<Icon name={clipboard.copied ? 'check' : 'copy'} size={18} />}
          onClick={() => clipboard.copy(link)}
        >
          <span aria-live="polite">{clipboard.copied ? t(($) => $.link.copied) : t(($) => $.link.copy)}</span>
        </Button>
        <PreviewLink />
        <ShareButton slug={slug} />
      </Group>
    </div>
  );
};
