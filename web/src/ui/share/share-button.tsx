import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';

// Drawing codes costs kilobytes that only who opens one pays for.
const ShareDialog = lazy(async () => ({ default: (await import('./share.dialog.tsx')).ShareDialog }));

type Props = { slug: string; label?: string; variant?: 'default' | 'filled' };

/** Opens the booking link with its QR code. */
export const ShareButton = ({ slug, label, variant = 'default' }: Props) => {
  const { t } = useTranslation('welcome');
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button variant={variant} onClick={() => setOpened(true)}>
        {label ?? t(($) => $.share.open)}
      </Button>
      <Suspense fallback={null}>
        {opened && <ShareDialog slug={slug} onClose={() => setOpened(false)} />}
      </Suspense>
    </>
  );
};
