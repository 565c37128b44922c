import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport, type SendMailOptions } from 'nodemailer';
import type { Language } from '@visita/contracts/language';
import type { Invite } from './ics.ts';

export type Mail = {
  readonly to: string;
  /** Sender's name; the address is always the product's. */
  readonly from: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly language: Language;
  readonly messageId: string;
  /** Time of the first attempt, the same in every attempt. */
  readonly created: Date;
  /** Attachment for calendar programs. */
  readonly invite?: { readonly method: Invite['method']; readonly content: string };
};

export type MailName = Pick<Mail, 'messageId' | 'created'>;

/** Sends mails over SMTP or to files. */
export type MailTransport = {
  /** Resolves once the mail is accepted. */
  send(mail: Mail): Promise<void>;
  /** Tells whether the transport works at present, independently of a single mail. */
  answers(): Promise<boolean>;
  /** Deletes local files of a mail, finished or not. */
  forget(mail: MailName): Promise<void>;
};

/** File beside each .eml of {@link createFileTransport}, for reading it in a browser. */
export type MailFile = Pick<Mail, 'to' | 'subject' | 'text' | 'html' | 'language'> & {
  from: string;
  time: string;
};

/** Shows the clinic's name together with the product's as the sender. */
const senderOf = ({ from: name }: Mail, from: string): string | { name: string; address: string } => {
  const [, product = '', address = from.trim()] = /^\s*"?([^"<]*?)"?\s*<([^<>]+)>\s*$/.exec(from) ?? [];
  if (name === 'Visita') return from;
  // An invisible joiner keeps a name from being read as an encoded word.
  const shown = name.replaceAll('=?', '=\u2060?');
  return { name: [shown, product].filter(Boolean).join(' · '), address };
};

/** Bytes of text in one encoded word (RFC 2047). */
const wordBytes = 45;

/** Encodes a whole text, so that no part of it can be taken for an encoded word. */
const encodedWords = (text: string): string => {
  const words = [''];
  for (const character of text) {
    const longer = `${words.at(-1)}${character}`;
    if (Buffer.byteLength(longer) <= wordBytes) words[words.length - 1] = longer;
    else words.push(character);
  }
  return words.map((word) => `=?UTF-8?B?${Buffer.from(word).toString('base64')}?=`).join('\r\n ');
};

/** Nodemailer does not encode ASCII text, even if it looks like an encoded word. */
const looksEncoded = (text: string): boolean => text.includes('=?');

const optionsOf = (mail: Mail, from: string): SendMailOptions => ({
  from: senderOf(mail, from),
  // Given as an object, the address is not parsed, whatever characters it has.
  to: { name: '', address: mail.to },
  ...(looksEncoded(mail.subject) ? {} : { subject: mail.subject }),
  text: mail.text,
  html: mail.html,
  messageId: mail.messageId,
  headers: {
    ...(looksEncoded(mail.subject) ? { Subject: { prepared: true, value: encodedWords(mail.subject) } } : {}),
    // Suppresses automatic replies: the sender's address is not read.
    'Auto-Submitted': 'auto-generated',
    'X-Auto-Response-Suppress': 'All',
    'Content-Language': mail.language,
  },
  ...(mail.invite ? { icalEvent: { ...mail.invite, filename: 'visita.ics' } } : {}),
  disableFileAccess: true,
  disableUrlAccess: true,
});

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i;

export const smtpSettings = (url: string) => ({
  url,
  requireTLS: !loopback.test(new URL(url).hostname),
  connectionTimeout: 5_000,
  greetingTimeout: 5_000,
  socketTimeout: 10_000,
});

/**
 * Sends over SMTP, with a connection per mail, so that none has to be closed. Rejects if the server refuses,
 * times out, or is remote without TLS, unless the URL has `?requireTLS=false`.
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
    // Accepted mails cannot be recalled, and no copy is kept.
    forget: async () => undefined,
  };
};

/** Writes mails as files. Sending one again overwrites the same file. */
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

/** Writes a file atomically and syncs it to disk. */
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
