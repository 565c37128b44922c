import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { MailJob } from '@visita/contracts/jobs';
import type { Mail, MailTransport } from '@visita/notifier/mail/transport';

/** A mail as the recording transport accepted it, with its job. */
export type SentMail = Pick<Mail, 'to' | 'messageId'> &
  Pick<MailJob, 'template' | 'about' | 'eventId'> & { text: string; readonly at: string };

/** A text as the gateway accepted it. `receipts` is the address for its receipt. */
export type SentText = {
  readonly id: string;
  readonly to: string;
  readonly receipts: string;
  readonly at: string;
  /** Whether a receipt said that it did not reach the phone. */
  failed: boolean;
};

/** The moment of a sending at which the process dies: before the server accepted the message, or after. */
export type Death = 'before' | 'after';

/** Name of the loopback SMS gateway. */
export const gatewayName = 'loopback';

/** Numbers that the gateway refuses end with these digits. */
const refused = '7';

const description = (port: number) => ({
  textsPerDay: 10_000,
  providers: {
    [gatewayName]: {
      title: 'Loopback',
      credentials: [],
      send: {
        method: 'GET',
        address: `http://127.0.0.1:${port}/`,
        query: { id: '{{id}}', to: '{{to}}', receipts: '{{receipts}}' },
        outcomes: [
          { if: { status: [202] }, outcome: 'accepted' },
          { if: { status: [400] }, outcome: 'refused' },
        ],
      },
      signed: { by: 'address' },
      receipts: { state: 'state', delivered: ['delivered'], failed: ['failed'] },
      answers: { from: 'from', text: 'text', id: 'id' },
    },
  },
});

/**
 * Starts the servers that messages are handed to: a mail transport, and an SMS gateway on a port of its own. Both can be
 * down, and a process can die while it hands a message over.
 */
export const openServers = async (directory: string, now: () => Date, job: () => unknown) => {
  const mails: SentMail[] = [];
  const texts: SentText[] = [];
  const uncertain = new Set<string>();
  const down = { mail: false, sms: false };
  let death: { by: 'mail' | 'sms'; at: Death } | null = null;
  let died = Promise.withResolvers<void>();

  /** Accepts a message; returns whether the process died meanwhile. */
  const accept = (by: 'mail' | 'sms', id: string, keep: () => void): boolean => {
    const dies = death?.by === by ? death.at : null;
    if (dies !== 'before') keep();
    if (dies === null) return false;
    death = null;
    uncertain.add(id);
    died.resolve();
    return true;
  };

  const transport: MailTransport = {
    send: async ({ to, text, messageId }) => {
      if (down.mail) throw Object.assign(new Error('no connection'), { code: 'ECONNREFUSED' });
      const { template, about, eventId } = job() as MailJob;
      const mail = { to, text, messageId, template, about, eventId, at: now().toISOString() };
      // A dead process never hears the answer.
      if (accept('mail', messageId, () => void mails.push(mail))) await new Promise(() => undefined);
    },
    answers: async () => !down.mail,
    forget: async () => undefined,
  };

  const answer = (url: URL, response: ServerResponse): void => {
    const [id = '', to = '', receipts = ''] = ['id', 'to', 'receipts'].map(
      (name) => url.searchParams.get(name) ?? '',
    );
    if (down.sms) return void response.writeHead(503).end();
    if (to.endsWith(refused)) return void response.writeHead(400).end();
    const text = { id, to, receipts, at: now().toISOString(), failed: false };
    if (!accept('sms', id, () => void texts.push(text))) response.writeHead(202).end();
  };
  const server = createServer(({ url = '' }, response) => answer(new URL(url, 'http://gateway'), response));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const gateways = join(directory, 'gateways.json');
  await writeFile(gateways, JSON.stringify(description((server.address() as AddressInfo).port)));

  return {
    mails,
    texts,
    /** Messages whose process died while it handed them over: Message-IDs of mails, ids of texts. */
    uncertain,
    transport,
    /** File that describes the gateway to the product. */
    gateways,
    setDown: (by: 'mail' | 'sms', value: boolean) => (down[by] = value),
    dieAtNext: (by: 'mail' | 'sms', at: Death) => (death = { by, at }),
    /** Does work until it is done or the process dies; returns whether it died. */
    until: async (work: () => Promise<void>): Promise<boolean> => {
      died = Promise.withResolvers<void>();
      return Promise.race([work().then(() => false), died.promise.then(() => true)]);
    },
    close: async (): Promise<void> => {
      server.close();
      server.closeAllConnections();
    },
  };
};
