import type { Pro } from '@visita/contracts/pro/views';
import { Checkbox, Stack, Switch } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/api/client.ts';
import { AgreementLabel, NewTabHint } from '../../ui/fields/consents.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { useToast } from '../../ui/feedback/toast.tsx';
import { changePro } from '../../lib/data/session.api.ts';

/** Consents of the professional; only marketing can be withdrawn. */
export const Consents = ({ pro }: { pro: Pro }) => {
  const { t } = useTranslation(['account', 'common']);
  const toast = useToast();
  const hint = useId();
  const show = (marketingConsent: boolean) => changePro(pro.id, (now) => ({ ...now, marketingConsent }));
  const change = async (marketingConsent: boolean) => {
    await show(marketingConsent);
    try {
      await call('updatePro', { params: { id: pro.id }, body: { marketingConsent } });
    } catch (error) {
      await show(!marketingConsent);
      toast('consentFailed', error);
    }
  };
  return (
    <Section title={t(($) => $.consent.title)}>
      <Stack gap="sm">
        {(['termsConditions', 'privacyPolicy'] as const).map((consent) => (
          <Checkbox
            key={consent}
            size="md"
            label={<AgreementLabel agreement={consent} hint={hint} />}
            checked
            disabled
            readOnly
            styles={{ label: { color: 'var(--ink)' } }}
          />
        ))}
        <Switch
          size="md"
          label={t(($) => $.common.consent.marketingConsent)}
          checked={pro.marketingConsent}
          onChange={(event) => void change(event.currentTarget.checked)}
        />
        <NewTabHint id={hint} />
      </Stack>
    </Section>
  );
};
