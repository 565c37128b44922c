import { Anchor, Checkbox, Stack, Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../lib/page/paths.ts';
import { Linked } from '../../lib/text/linked.tsx';

const documents = {
  termsConditions: paths.termsAndConditions,
  privacyPolicy: paths.privacyPolicy,
} as const;

type Agreement = keyof typeof documents;

/** Consent text with a link to the document. `hint` is the id of the new-tab hint. */
export const AgreementLabel = ({ agreement, hint }: { agreement: Agreement; hint: string }) => {
  const { t } = useTranslation('common');
  return (
    <Linked
      text={t(($) => $.consent[agreement])}
      link={(label) => (
        <Anchor
          href={documents[agreement]}
          target="_blank"
          rel="noreferrer"
          fz="inherit"
          aria-describedby={hint}
        >
          {label}
        </Anchor>
      )}
    />
  );
};

/** Hint that links open a new tab, so that no input is lost. */
export const NewTabHint = ({ id }: { id: string }) => {
  const { t } = useTranslation('common');
  return (
    <Text id={id} size="xs" c="dimmed">
      {t(($) => $.consent.newTab)}
    </Text>
  );
};

type ConsentValues = Record<Agreement | 'marketingConsent', boolean>;

/** Two required consents and an optional one. */
export const ConsentFields = <Values extends ConsentValues>({
  form,
}: {
  form: UseFormReturnType<Values>;
}) => {
  const { t } = useTranslation('common');
  const hint = useId();
  return (
    <Stack gap="xs">
      {(['termsConditions', 'privacyPolicy'] as const).map((agreement) => (
        <Checkbox
          key={agreement}
          size="md"
          label={<AgreementLabel agreement={agreement} hint={hint} />}
          {...form.getInputProps(agreement, { type: 'checkbox' })}
        />
      ))}
      <Checkbox
        size="md"
        label={t(($) => $.consent.marketingConsent)}
        {...form.getInputProps('marketingConsent', { type: 'checkbox' })}
      />
      <NewTabHint id={hint} />
    </Stack>
  );
};
