import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../src/machine/free-port.ts';
import { hasBinary } from './service.ts';

/** Debian's `kannel-extras` installs its fake SMS centre here. */
const fakeCentre = '/usr/lib/kannel/test/fakesmsc';

/** Whether Debian's packages `kannel` and `kannel-extras` are installed. */
export const hasKannel = (): boolean =>
  ['bearerbox', 'smsbox'].every((binary) => hasBinary({ binary })) && existsSync(fakeCentre);

/** A text as the phone would get it. */
export type Delivered = { readonly from: string; readonly to: string; readonly text: string };

export type Kannel = {
  /** Port of the HTTP interface for sending. */
  readonly port: number;
  /** Texts that the SMS centre delivered to phones. */
  delivered(): readonly Delivered[];
  /** Sends a text from a phone. */
  answer(answer: Delivered): Promise<void>;
  stop(): Promise<void>;
};

export const kannelUser = { username: 'visita', password: 'right' } as const;
/** The gateway refuses numbers with this prefix. */
export const unroutable = '+39333999';

type Ports = Record<'admin' | 'boxes' | 'out' | 'in' | 'http', number>;

const configuration = (ports: Ports, answersTo: string): string => `
group = core
admin-port = ${ports.admin}
admin-password = none
smsbox-port = ${ports.boxes}
box-allow-ip = 127.0.0.1
admin-allow-ip = 127.0.0.1

group = smsc
smsc = fake
smsc-id = out
port = ${ports.out}
connect-allow-ip = 127.0.0.1
denied-prefix = "${unroutable}"

group = smsc
smsc = fake
smsc-id = in
port = ${ports.in}
connect-allow-ip = 127.0.0.1
denied-prefix = "+"

group = smsbox
bearerbox-host = 127.0.0.1
sendsms-port = ${ports.http}
sendsms-chars = "0123456789 +-"

group = sendsms-user
username = ${kannelUser.username}
password = ${kannelUser.password}

group = sms-service
keyword = default
catch-all = true
max-messages = 0
get-url = "${answersTo}"
`;

/** Reads a line of the fake SMS centre; its texts are plain, or UCS-2 in URL encoding. */
const readLine = (line: string): Delivered | null => {
  const [, from = '', to = '', type, text] =
    /Got message \d+: <(\S+) (\S+) (text|ucs-2) (.*)>$/.exec(line) ?? [];
  if (text === undefined) return null;
  if (type === 'text') return { from, to, text };
  const bytes = text
    .replaceAll('+', ' ')
    .replaceAll(
      /%([\dA-Fa-f]{2})|(.)/g,
      (_, hex?: string, letter?: string) => hex ?? letter!.codePointAt(0)!.toString(16).padStart(2, '0'),
    );
  return { from, to, text: Buffer.from(bytes, 'hex').swap16().toString('utf16le') };
};

const answers = async (port: number): Promise<void> => {
  const deadline = performance.now() + 20_000;
  while (performance.now() < deadline) {
    const socket = connect(port, '127.0.0.1');
    const open = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (open) return;
    await delay(50);
  }
  throw new Error('Kannel did not start');
};

const freePorts = async (): Promise<Ports> => {
  const [admin, boxes, out, into, http] = await Promise.all(Array.from({ length: 5 }, () => freePort()));
  return { admin: admin!, boxes: boxes!, out: out!, in: into!, http: http! };
};

/** Starts Kannel with its fake SMS centre. It reports answers to an address with Kannel's placeholders. */
export const startKannel = async (answersTo: string): Promise<Kannel> => {
  const directory = await mkdtemp(join(tmpdir(), 'visita-kannel-'));
  const ports = await freePorts();
  const file = join(directory, 'kannel.conf');
  await writeFile(file, configuration(ports, answersTo));
  const children: ChildProcess[] = [];
  const run = (binary: string, args: readonly string[]): ChildProcess => {
    const child = spawn(binary, args, {
      cwd: directory,
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin` },
    });
    child.stderr?.resume();
    children.push(child);
    return child;
  };

  run('bearerbox', [file]);
  await answers(ports.boxes);
  run('smsbox', [file]);
  await answers(ports.http);
  const lines: string[] = [];
  const centre = (port: number, args: readonly string[]) =>
    run(fakeCentre, ['-H', '127.0.0.1', '-r', String(port), ...args]);
  centre(ports.out, ['-m', '0', 'nobody nobody text none']).stderr?.on('data', (chunk: Buffer) =>
    lines.push(chunk.toString()),
  );

  return {
    port: ports.http,
    delivered: () =>
      lines
        .join('')
        .split('\n')
        .flatMap((line) => readLine(line) ?? []),
    answer: async ({ from, to, text }) => {
      const phone = centre(ports.in, ['-m', '1', `${from} ${to} text ${text}`]);
      let said = '';
      phone.stderr?.on('data', (chunk: Buffer) => void (said += chunk.toString()));
      while (!said.includes('sent message 1')) await delay(50);
      await delay(200);
      phone.kill('SIGKILL');
    },
    stop: async () => {
      await Promise.all(
        children.map(async (child) => {
          if (child.exitCode !== null || child.signalCode !== null) return;
          child.kill('SIGKILL');
          await once(child, 'exit');
        }),
      );
      await rm(directory, { recursive: true, force: true });
    },
  };
};
