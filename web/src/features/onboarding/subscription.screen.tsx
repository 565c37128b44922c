import { Badge, Button, Group, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Heading } from '../../ui/layout/heading.tsx';
import { Icon } from '../../ui/icons/icons.tsx';
import { ColorSchemeToggle } from '../../ui/layout/color-scheme-toggle.tsx';
import { PublicLayout } from '../../ui/layout/public-layout.tsx';
import { RequirePro } from '../../ui/layout/require-pro.tsx';
import classes from './subscription.module.css';
import { useOnboardingStep } from './use-onboarding-step.ts';

const plans = ['free', 'premium', 'friends'] as const;

const Plan = ({ plan, proId }: { plan: (typeof plans)[number]; proId: string }) => {
  const { t } = useTranslation('onboarding');
  const { sending, send } = useOnboardingStep(proId);
  const free = plan === 'free';
  return (
    <section className={`card ${classes['plan']}`} data-free={free} aria-labelledby={`plan-${plan}`}>
      <Group justify="space-between" gap={8}>
        <Title order={2} size="h3" id={`plan-${plan}`}>
          {t(($) => $.subscription.plans[plan].name)}
        </Title>
        {!free && (
          <Badge color="gray" variant="light">
            {t(($) => $.subscription.comingSoon)}
          </Badge>
        )}
      </Group>
      <Text c="dimmed">{t(($) => $.subscription.plans[plan].text)}</Text>
      <ul className={classes['points']}>
        {(['one', 'two', 'three'] as const).map((point) => (
          <li key={point}>
            <Icon name="check" size={16} />
            {t(($) => $.subscription.plans[plan][point])}
          </li>
        ))}
      </ul>
      <Button
        variant={free ? 'filled' : 'default'}
        disabled={!free}
        loading={sending}
        onClick={() => void send({ configStatus: 100, subscriptionName: 'free' })}
      >
        {free ? t(($) => $.subscription.choose) : t(($) => $.subscription.comingSoon)}
      </Button>
    </section>
  );
};

export const SubscriptionScreen = () => {
  const { t } = useTranslation('onboarding');
  return (
    <RequirePro status={2}>
      {(pro) => (
        <PublicLayout width="page" links={false} toggle={<ColorSchemeToggle />}>
          <title>{`${t(($) => $.subscription.title)} · Visita`}</title>
          <Stack gap="lg">
            <Heading title={t(($) => $.subscription.title)} text={t(($) => $.subscription.text)} />
            <div className={classes['grid']}>
              {plans.map((plan) => (
                <Plan key={plan} plan={plan} proId={pro.id} />
              ))}
              <aside className={classes['promo']}>
                <Title order={2} size="h4">
                  {t(($) => $.subscription.promoTitle)}
                </Title>
                <Text>{t(($) => $.subscription.promoText)}</Text>
              </aside>
            </div>
          </Stack>
        </PublicLayout>
      )}
    </RequirePro>
  );
};
