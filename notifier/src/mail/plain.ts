import { createTransport } from 'nodemailer';
import { smtpSettings } from './transport.ts';

/** A mail to the operator: plain text, in the operator's own words or the product's. */
export type PlainMail = {
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
};

/** Connects to a mail server as for a mail: greeting, STARTTLS, login. Rejects with nodemailer's code where one fails. */
export const tryMailServer = async (url: string): Promise<void> => {
  await createTransport(smtpSettings(url)).verify();
};

/** Sends a mail at once, past queue and budgets. */
export const sendPlainMail = async (url: string, mail: PlainMail): Promise<void> => {
  await createTransport(smtpSettings(url)).sendMail({
    ...mail,
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  });
};
