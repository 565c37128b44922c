import type { Pro } from '@visita/contracts/pro/views';
import { Anchor, Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { mailsPage } from '../../lib/page/trust.ts';
import { Banner } from '../../ui/feedback/banner.tsx';
import classes from './proof-banner.module.css';
import { useProofMail } from './use-proof-mail.ts';

/** Lists the features that wait for the email confirmation, and sends the link again. */
export const ProofBanner = ({ pro: { email } }: { pro: Pro }) => {
  const { t } = useTranslation('welcome');
  const { step, send } = useProofMail();
  const mails = mailsPage();
  return (
    <Banner icon="warning" aria-label={t(($) => $.proof.title)}>
      <div className={classes['text']} role="status">
        {step === 'sent' && t(($) => $.proof.sent, { email })}
        {step === 'failed' && t(($) => $.proof.failed)}
        {step !== 'sent' && step !== 'failed' && t(($) => $.proof.text, { email })}
      </div>
      {mails !== null && <Anchor href={mails}>{t(($) => $.proof.mails)}</Anchor>}
      <Button
        variant="default"
        size="compact-md"
        loading={step === 'sending'}
        disabled={step === 'sent'}
        onClick={() => void send()}
      >
        {t(($) => $.proof.again)}
      </Button>
    </Banner>
  );
};
