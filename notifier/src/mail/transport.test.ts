import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createFileTransport, createSmtpTransport, type Mail, type MailFile } from './transport.ts';

const from = 'Visita <no-reply@visita.example>';
const mail: Mail = {
  to: 'ada@example.com',
  from: 'Visita',
  subject: 'Conferma “già”',
  text: 'Ciao Ada',
  html: '<p>Ciao Ada</p>',
  language: 'it',
  messageId: '<e1.welcome@visita.example>',
  created: new Date('2026-11-20T09:00:00.123Z'),
};
let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'visita-mail-'));
});
afterEach(() => rm(directory, { recursive: true }));

const name = '20261120T090000123Z-e1.welcome';
const headersOf = (eml: string) =>
  eml
    .slice(0, eml.indexOf('\n\n'))
    .replaceAll(/\n[ \t]+/g, ' ')
    .split('\n');

test.each([
  ['Studio Sol', from, 'From: "Studio Sol · Visita" <no-reply@visita.example>'],
  ['Studio Sol', 'no-reply@visita.example', 'From: Studio Sol <no-reply@visita.example>'],
])('a mail of %s, sent by %s, names both', async (clinic, sender, header) => {
  await createFileTransport(directory, sender).send({ ...mail, from: clinic });
  const shown = JSON.parse(await readFile(join(directory, `${name}.json`), 'utf8')) as MailFile;
  expect(`From: ${shown.from}`).toBe(header.replaceAll('"', ''));
  const headers = headersOf(await readFile(join(directory, `${name}.eml`), 'utf8'));
  const written = headers.find((line) => line.startsWith('From:')) ?? '';
  expect(written).toContain('<no-reply@visita.example>');
  expect(written).not.toBe(`From: ${from}`);
});

test('a mail is written as a message file and a readable file', async () => {
  await createFileTransport(directory, from).send(mail);
  expect((await readdir(directory)).sort()).toEqual([`${name}.eml`, `${name}.json`]);
  const eml = await readFile(join(directory, `${name}.eml`), 'utf8');
  expect(headersOf(eml)).toEqual(
    expect.arrayContaining([
      'From: Visita <no-reply@visita.example>',
      'To: ada@example.com',
      'Message-ID: <e1.welcome@visita.example>',
      'Date: Fri, 20 Nov 2026 09:00:00 +0000',
      'Auto-Submitted: auto-generated',
      'Content-Language: it',
    ]),
  );
  expect(eml).toContain('multipart/alternative');
  const shown = JSON.parse(await readFile(join(directory, `${name}.json`), 'utf8')) as MailFile;
  expect(shown).toMatchObject({ from, to: mail.to, subject: mail.subject, html: mail.html });
});

test('an appointment is attached in iCalendar format', async () => {
  const invite = { method: 'REQUEST', content: 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n' } as const;
  await createFileTransport(directory, from).send({ ...mail, invite });
  const eml = await readFile(join(directory, `${name}.eml`), 'utf8');
  expect(eml).toMatch(/Content-Type: text\/calendar; charset=utf-8; method=REQUEST/);
  expect(eml).toContain('filename=visita.ics');
});

/** Decodes a header as mail programs do (RFC 2047). */
const decoded = (header: string): string =>
  header
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?UTF-8\?B\?([^?]*)\?=/gi, (_, word: string) => Buffer.from(word, 'base64').toString());

test.each([
  'Visita =?UTF-8?B?Q2lhbw==?=',
  'Già =?UTF-8?B?Q2lhbw==?= a Città di Castello, con un nome così lungo che non sta in una parola sola',
])('a subject that looks like an encoded word stays unchanged: %s', async (subject) => {
  await createFileTransport(directory, from).send({ ...mail, subject, from: 'Studio =?UTF-8?B?Q2lhbw==?=' });
  const headers = headersOf(await readFile(join(directory, `${name}.eml`), 'utf8'));
  const [written, ...others] = headers.filter((line) => line.startsWith('Subject: '));
  expect(others).toEqual([]);
  expect(written).not.toContain('Q2lhbw==?=');
  expect(decoded(written ?? '')).toBe(`Subject: ${subject}`);
  expect(headers.find((line) => line.startsWith('From: '))).not.toContain('=?UTF-8?B?Q2lhbw==?=');
});

test('sending again writes no second file', async () => {
  const transport = createFileTransport(directory, from);
  await transport.send(mail);
  await transport.send(mail);
  expect(await readdir(directory)).toHaveLength(2);
});

test('line breaks add no header', async () => {
  const to = 'ada@example.com\r\nBcc: all@example.com';
  await createFileTransport(directory, from).send({ ...mail, to, subject: 'Hi\r\nBcc: all@example.com' });
  const headers = headersOf(await readFile(join(directory, `${name}.eml`), 'utf8'));
  expect(headers.filter((line) => /^bcc/i.test(line))).toEqual([]);
});

test('SMTP delivers a mail with its message id, and reports a refusal', async () => {
  const received: string[] = [];
  const server = createServer((socket) => answer(socket, received));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const transport = createSmtpTransport(`smtp://127.0.0.1:${port}`, from);
  await transport.send(mail);
  expect(received.join('')).toContain('Message-ID: <e1.welcome@visita.example>');
  await expect(transport.send({ ...mail, to: 'refused@example.com' })).rejects.toMatchObject({
    responseCode: 550,
  });
  await new Promise((done) => server.close(done));
});

/** A minimal SMTP server for one client. */
const answer = (socket: Socket, received: string[]) => {
  let inData = false;
  let rest = '';
  socket.write('220 test\r\n');
  socket.on('data', (chunk) => {
    rest += chunk.toString();
    for (let end = rest.indexOf('\r\n'); end >= 0; end = rest.indexOf('\r\n')) {
      const line = rest.slice(0, end);
      rest = rest.slice(end + 2);
      if (inData) {
        received.push(`${line}\n`);
        if (line !== '.') continue;
        inData = false;
        socket.write('250 taken\r\n');
      } else if (line === 'DATA') {
        inData = true;
        socket.write('354 go on\r\n');
      } else if (line.startsWith('QUIT')) socket.end('221 bye\r\n');
      // Refuses STARTTLS; accepting it would make the client send TLS bytes that may contain a line end.
      else if (line === 'STARTTLS') socket.write('502 not known\r\n');
      else {
        if (line.startsWith('RCPT')) received.push(line);
        socket.write(line.includes('refused@') ? '550 no such mailbox\r\n' : '250 ok\r\n');
      }
    }
  });
  socket.on('error', () => undefined);
};

test('a mail goes to another machine only over TLS, unless plain text is configured', async () => {
  const received: string[] = [];
  const server = createServer((socket) => answer(socket, received));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  // Not the loopback's address, though it reaches this machine.
  const remote = `smtp://0.0.0.0:${port}`;
  await expect(createSmtpTransport(remote, from).send(mail)).rejects.toThrow(/TLS/);
  expect(received).toEqual([]);
  await createSmtpTransport(`${remote}?requireTLS=false`, from).send(mail);
  expect(received).not.toEqual([]);
  await new Promise((done) => server.close(done));
});

test.each(['ada@пример.рф', 'ada@xn--e1afmkfd.xn--p1ai'])(
  'a mail to %s goes to the ASCII spelling of its domain',
  async (to) => {
    const received: string[] = [];
    const server = createServer((socket) => answer(socket, received));
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const { port } = server.address() as AddressInfo;
    await createSmtpTransport(`smtp://127.0.0.1:${port}`, from).send({ ...mail, to });
    expect(received).toEqual(
      expect.arrayContaining(['RCPT TO:<ada@xn--e1afmkfd.xn--p1ai>', 'To: ada@xn--e1afmkfd.xn--p1ai\n']),
    );
    await new Promise((done) => server.close(done));
  },
);
