import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';

// Loaded lazily, because drawing QR codes takes kilobytes.
const ShareDialog = lazy(async () => ({ default: (await import('./share.dialog.tsx')).ShareDialog }));

type Props = { slug: string; label?: string; variant?: 'default' | 'filled' };

/** Button that opens the booking link with its QR code. */
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
