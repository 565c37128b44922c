import { sendPlainMail } from '@visita/notifier/mail/plain';
import type { Config } from '@visita/platform/config/config';
import { codeOf, type Log } from '@visita/platform/logging/log';

/** Mails the operator; does nothing without an address or mail server. Never rejects. */
export type TellOperator = (subject: string, text: string) => Promise<void>;

/** Mails OPERATOR_EMAIL directly: the failure may be in the database that mails are queued in. */
export const createTellOperator =
  (config: Pick<Config, 'operatorEmail' | 'smtpUrl' | 'mailFrom' | 'publicOrigin'>, log: Log): TellOperator =>
  async (subject, text) => {
    const { operatorEmail: to, smtpUrl, mailFrom: from, publicOrigin } = config;
    if (to === null || smtpUrl === null) return;
    try {
      await sendPlainMail(smtpUrl, {
        from,
        to,
        subject: `Visita: ${subject}`,
        text: `${publicOrigin}\n\n${text}\n`,
      });
    } catch (error) {
      log.error({ code: codeOf(error) }, 'the operator could not be mailed');
    }
  };
