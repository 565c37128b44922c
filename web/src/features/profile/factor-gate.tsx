import type { Pro } from '@visita/contracts/pro/views';
import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { logOut } from '../../lib/data/leave.ts';
import { paths } from '../../lib/page/paths.ts';
import { reread } from '../../lib/api/rereads.ts';
import { useCall } from '../../lib/api/use-call.ts';
import { Brand } from '../../ui/layout/brand.tsx';
import { OfflineBanner } from '../../ui/feedback/offline-banner.tsx';
import { Why } from '../../ui/forms/why.tsx';
import { Factors } from './factors.tsx';

type Props = { pro: Pro; children: ReactNode };

/** Replaces the dashboard for professionals at a clinic that requires a second factor until they add one. */
export const FactorGate = ({ pro, children }: Props) => {
  const { t } = useTranslation(['account', 'common']);
  const navigate = useNavigate();
  const [looking, setLooking] = useState(false);
  const next = useRef<HTMLButtonElement>(null);
  const { factors = [], passkeys = [] } = useCall('getFactors', {}).data?.data ?? {};
  const goOn = async () => {
    setLooking(true);
    await reread('authenticate');
    setLooking(false);
    // Opens the review that the login skipped.
    if (pro.review !== null) await navigate(paths.loading, { replace: true });
  };
  const added = factors.length + passkeys.length > 0;
  const { title, text } = t(($) => (added ? $.factorGate.added : $.factorGate.asked), {
    returnObjects: true,
  });
  return (
    <Stack component="main" maw="var(--card-width)" mx="auto" p="md" gap="lg">
      <title>{`${title} · Visita`}</title>
      <Brand />
      <OfflineBanner />
      {children}
      <div aria-live="polite">
        <Title order={1} size="h2">
          {title}
        </Title>
        <Text mt="xs">{text}</Text>
      </div>
      <Factors next={next} />
      <Group>
        {!added && <Why>{t(($) => $.factorGate.why)}</Why>}
        <Button ref={next} loading={looking} disabled={!added} onClick={() => void goOn()}>
          {t(($) => $.factorGate.goOn)}
        </Button>
        <Button variant="default" onClick={() => void logOut()}>
          {t(($) => $.common.nav.logout)}
        </Button>
      </Group>
    </Stack>
  );
};
