import type { Pro } from '@visita/contracts/pro/views';
import { Anchor, Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { thankYouAddress } from '../../public-booking/thank-you.ts';
import { Form } from '../../ui/forms/form.tsx';
import { useDraft } from '../../ui/forms/use-draft-form.ts';
import { FieldWithButton } from '../../ui/fields/field-with-button.tsx';
import { Row } from '../../ui/layout/section.tsx';
import classes from './settings.module.css';
import { useOptions } from './use-options.ts';

const isAddress = (page: string): boolean => thankYouAddress(page, { email: '', name: '' }) !== null;

const Connect = ({ onConnect }: { onConnect: (page: string) => void }) => {
  const { t } = useTranslation(['settings', 'common']);
  const [page, setPage, draft] = useDraft('thank-you page', '');
  const [refused, setRefused] = useState(false);
  const submit = () => {
    if (!isAddress(page)) return setRefused(true);
    onConnect(page.trim());
    draft.discard();
  };
  return (
    <Form onSubmit={submit}>
      <FieldWithButton
        label={t(($) => $.thankYou.field)}
        description={[t(($) => $.thankYou.hint), page.trim() === '' && t(($) => $.common.fillIn)]
          .filter(Boolean)
          .join(' ')}
        inputMode="url"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={500}
        placeholder="https://"
        value={page}
        error={refused && t(($) => $.thankYou.invalid)}
        onChange={(event) => {
          setPage(event.currentTarget.value);
          setRefused(false);
        }}
        button={
          <Button type="submit" variant="default" disabled={page.trim() === ''}>
            {t(($) => $.thankYou.connect)}
          </Button>
        }
      />
    </Form>
  );
};

/** The professional's own page that patients see after confirming, for conversion tracking. */
export const ThankYouPage = ({ pro }: { pro: Pro }) => {
  const { t } = useTranslation('settings');
  const { options, change } = useOptions(pro);
  const page = options.thankYouPageUrl;
  const address = thankYouAddress(page, { email: '', name: '' });
  return (
    <div className={classes['part']}>
      <Row title={t(($) => $.thankYou.title)} text={t(($) => $.thankYou.text)}>
        {page !== null && (
          <Button variant="default" onClick={() => void change({ thankYouPageUrl: null })}>
            {t(($) => $.thankYou.disconnect)}
          </Button>
        )}
      </Row>
      {page === null && <Connect onConnect={(next) => void change({ thankYouPageUrl: next })} />}
      {page !== null && address && (
        <Anchor href={`${address.origin}${address.pathname}`} target="_blank" rel="noreferrer">
          {page}
        </Anchor>
      )}
    </div>
  );
};
