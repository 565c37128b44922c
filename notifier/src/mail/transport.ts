import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport, type SendMailOptions } from 'nodemailer';
import type { Language } from '@visita/contracts/language';
import type { Invite } from './ics.ts';

/** A mail ready to go. */
export type Mail = {
  readonly to: string;
  /** On whose behalf it comes; the address it comes from is the product's all the same. */
  readonly from: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly language: Language;
  readonly messageId: string;
  /** The same in every attempt to send it. */
  readonly created: Date;
  /** The appointment for calendar programs. */
  readonly invite?: { readonly method: Invite['method']; readonly content: string };
};

/** What tells a mail from all others. */
export type MailName = Pick<Mail, 'messageId' | 'created'>;

/** Where mails go. */
export type MailTransport = {
  /** Resolves once the mail is taken over for good. */
  send(mail: Mail): Promise<void>;
  /** Whether mails can be handed over now at all, whatever becomes of one of them. */
  answers(): Promise<boolean>;
  /** Deletes what is kept here of a mail, whether or not it was finished. */
  forget(mail: MailName): Promise<void>;
};

/** What {@link createFileTransport} writes beside each .eml, for reading it in a browser. */
export type MailFile = Pick<Mail, 'to' | 'subject' | 'text' | 'html' | 'language'> & {
  from: string;
  time: string;
};

/** A clinic's mail is theirs by name, and still known as the product's. */
const senderOf = ({ from: name }: Mail, from: string): string | { name: string; address: string } => {
  const [, product = '', address = from.trim()] = /^\s*"?([^"<]*?)"?\s*<([^<>]+)>\s*$/.exec(from) ?? [];
  if (name === 'Visita') return from;
  // A joiner that is not seen keeps a name from being read as an encoded word.
  const shown = name.replaceAll('=?', '=\u2060?');
  return { name: [shown, product].filter(Boolean).join(' · '), address };
};

/** Bytes of a text that fit into one encoded word (RFC 2047). */
const wordBytes = 45;

/** Encodes a text as a whole, so that no part of it can be taken for an encoded word of its own. */
const encodedWords = (text: string): string => {
  const words = [''];
  for (const character of text) {
    const longer = `${words.at(-1)}${character}`;
    if (Buffer.byteLength(longer) <= wordBytes) words[words.length - 1] = longer;
    else words.push(character);
  }
  return words.map((word) => `=?UTF-8?B?${Buffer.from(word).toString('base64')}?=`).join('\r\n ');
};

/** Nodemailer leaves plain letters as they are, also where they look like an encoded word. */
const looksEncoded = (text: string): boolean => text.includes('=?');

const optionsOf = (mail: Mail, from: string): SendMailOptions => ({
  from: senderOf(mail, from),
  // An object: what it holds is an address and nothing else, whatever characters are in it.
  to: { name: '', address: mail.to },
  ...(looksEncoded(mail.subject) ? {} : { subject: mail.subject }),
  text: mail.text,
  html: mail.html,
  messageId: mail.messageId,
  headers: {
    ...(looksEncoded(mail.subject) ? { Subject: { prepared: true, value: encodedWords(mail.subject) } } : {}),
    // No out-of-office answers to an address that nobody reads.
    'Auto-Submitted': 'auto-generated',
    'X-Auto-Response-Suppress': 'All',
    'Content-Language': mail.language,
  },
  ...(mail.invite ? { icalEvent: { ...mail.invite, filename: 'visita.ics' } } : {}),
  disableFileAccess: true,
  disableUrlAccess: true,
});

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i;

/** How the mail server of an address is spoken to. */
export const smtpSettings = (url: string) => ({
  url,
  requireTLS: !loopback.test(new URL(url).hostname),
  connectionTimeout: 5_000,
  greetingTimeout: 5_000,
  socketTimeout: 10_000,
});

/**
 * Sends over SMTP, a connection for each mail, so that none has to be closed. Rejects when the server refuses, is silent,
 * or is on another machine and offers no TLS, unless the address asks for less: `?requireTLS=false`.
 */
export const createSmtpTransport = (url: string, from: string): MailTransport => {
  const transport = createTransport(smtpSettings(url));
  return {
    send: async (mail) => {
      await transport.sendMail(optionsOf(mail, from));
    },
    answers: () =>
      transport.verify().then(
        () => true,
        () => false,
      ),
    // What a mail server took over is out of our hands, and nothing is kept here.
    forget: async () => undefined,
  };
};

/** Writes mails as files. Sending one again writes the same file again, so a repeat makes no second mail. */
export const createFileTransport = (directory: string, from: string): MailTransport => {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  return {
    answers: async () => true,
    send: async (mail) => {
      const { message } = await transport.sendMail({ ...optionsOf(mail, from), date: mail.created });
      const { to, subject, text, html, language } = mail;
      const time = mail.created.toISOString();
      const sender = senderOf(mail, from);
      const shownFrom = typeof sender === 'string' ? sender : `${sender.name} <${sender.address}>`;
      const shown: MailFile = { from: shownFrom, to, subject, text, html, language, time };
      const name = fileNameOf(mail);
      await mkdir(directory, { recursive: true });
      await writeWhole(directory, `${name}.json`, JSON.stringify(shown));
      await writeWhole(directory, `${name}.eml`, message as Buffer);
    },
    forget: async (mail) => {
      const name = join(directory, fileNameOf(mail));
      for (const kind of ['json', 'eml']) {
        for (const path of [`${name}.${kind}`, unfinishedOf(`${name}.${kind}`)])
          await rm(path, { force: true });
      }
    },
  };
};

/** `<time>-<id>`: sorts by time. */
const fileNameOf = ({ created, messageId }: MailName): string => {
  const time = created.toISOString().replaceAll(/[^\dTZ]/g, '');
  const id = messageId.slice(0, messageId.indexOf('@')).replaceAll(/[^\w.-]/g, '');
  return `${time}-${id}`;
};

const unfinishedOf = (path: string): string => `${path}.part`;

/** All or nothing, and still there after a power cut. */
const writeWhole = async (directory: string, name: string, content: string | Buffer): Promise<void> => {
  const path = join(directory, name);
  const unfinished = unfinishedOf(path);
  const file = await open(unfinished, 'w', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(unfinished, path);
  const folder = await open(directory, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
};
