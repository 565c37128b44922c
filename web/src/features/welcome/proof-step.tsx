import type { Pro } from '@visita/contracts/pro/views';
import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { mailsPage } from '../../lib/page/trust.ts';
import { useProofMail } from './use-proof-mail.ts';
import classes from './welcome.module.css';

/** Email confirmation step: sends the link again and previews the page. */
export const ProofStep = ({ pro: { email } }: { pro: Pro }) => {
  const { t } = useTranslation('welcome');
  const { step, send } = useProofMail();
  const mails = mailsPage();
  const again = (
    <Button
      variant={mails === null ? 'filled' : 'default'}
      loading={step === 'sending'}
      disabled={step === 'sent'}
      onClick={() => void send()}
    >
      {t(($) => $.proof.again)}
    </Button>
  );
  return (
    <div className={classes['proof']}>
      <Group gap="xs">
        {mails !== null && (
          <Button component="a" href={mails}>
            {t(($) => $.proof.mails)}
          </Button>
        )}
        {again}
      </Group>
      <p role="status">
        {step === 'sent' && t(($) => $.proof.sent, { email })}
        {step === 'failed' && t(($) => $.proof.failed)}
      </p>
    </div>
  );
};
