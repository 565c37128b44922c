import {
  type ChildProcess,
  type ChildProcessByStdio,
  execFileSync,
  spawn,
  spawnSync,
} from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { account, names, net } from './world.ts';

/** Output, exit code and milliseconds of a command. */
export type Typed = {
  readonly command: string;
  readonly output: string;
  readonly code: number;
  readonly took: number;
};

/** A running empty server. */
export type Box = {
  /** Runs a command in a root shell and waits for it. */
  type(command: string): Promise<Typed>;
  end(): Promise<void>;
};

const certificates = '/etc/ssl/certs/ca-certificates.crt';

/** Editor that fills in what the page names: the site, the mail account and the backup key. */
const editor = `#!/bin/sh
sed -i -e 's/visita\\.example/${names.site}/g' -e 's/<name>/${names.site}/g' \\
  -e 's/<your address>/operator@${names.site}/' -e 's/<invited or open>/open/' -e 's|^SMTP_URL=.*|SMTP_URL=smtp://${account}@${names.mail}:587|' \\
  -e "s|^BACKUP_RECIPIENT=.*|BACKUP_RECIPIENT=$(sed -n 's/^# public key: //p' /root/keys)|" "$1"
`;

/** Installs Debian as a provider's image has it, with access to registries. */
export const installDebian = (
  directory: string,
  { root, tarball }: { root: Buffer; tarball: string },
): void => {
  const at = (path: string) => join(directory, path);
  const packages = 'ca-certificates,dbus,systemd,systemd-sysv';
  if (!existsSync(at('etc')))
    execFileSync('debootstrap', ['--variant=minbase', `--include=${packages}`, 'bookworm', directory], {
      stdio: 'ignore',
    });
  const here = readFileSync(certificates, 'utf8');
  writeFileSync(at(certificates), `${here}\n${root.toString()}`);
  if (existsSync(join(homedir(), '.npmrc'))) copyFileSync(join(homedir(), '.npmrc'), at('root/.npmrc'));
  copyFileSync('/etc/resolv.conf', at('etc/resolv.conf'));
  const hosts = ['127.0.0.1 localhost', `${net.world} ${names.ca} ${names.mail}`, `127.0.0.1 ${names.site}`];
  writeFileSync(at('etc/hosts'), `${hosts.join('\n')}\n`);
  // Node uses its own certificate list, so the test's authorities are added.
  mkdirSync(at('etc/systemd/system.conf.d'), { recursive: true });
  writeFileSync(
    at('etc/systemd/system.conf.d/trial.conf'),
    `[Manager]\nDefaultEnvironment=NODE_EXTRA_CA_CERTS=${certificates}\n`,
  );
  writeFileSync(at('usr/local/bin/nano'), editor);
  chmodSync(at('usr/local/bin/nano'), 0o755);
  copyFileSync(tarball, at(`root/${basename(tarball)}`));
};

const boot = (directory: string) => {
  const options = [
    '-q',
    '-D',
    directory,
    '--register=no',
    '--keep-unit',
    '--resolv-conf=off',
    '--link-journal=no',
    '--boot',
  ];
  // Systemd requires cgroup v2.
  const script = `umount -R /sys/fs/cgroup; mount -t cgroup2 cgroup2 /sys/fs/cgroup
    exec systemd-nspawn ${options.join(' ')} --network-namespace-path=/run/netns/${net.space}`;
  return spawn('unshare', ['--mount', 'sh', '-c', script], { stdio: 'ignore' });
};

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);

/** Returns the PID of systemd in the container. */
const leaderOf = async (machine: ChildProcess): Promise<number> => {
  for (;;) {
    const [pid] = childrenOf(machine.pid!);
    if (pid !== undefined && readFileSync(`/proc/${pid}/comm`, 'utf8') === 'systemd\n') return pid;
    await delay(100);
  }
};

/** Returns the command line that runs a command on the server, as root with an empty environment. */
const inside = (leader: number, ...command: string[]): string[] => {
  const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
  const environment = ['HOME=/root', `PATH=${path}`, 'TERM=dumb', `NODE_EXTRA_CA_CERTS=${certificates}`];
  return [
    '-t',
    String(leader),
    '-m',
    '-u',
    '-i',
    '-n',
    '-p',
    '--',
    'env',
    '-i',
    '-C',
    '/root',
    ...environment,
    ...command,
  ];
};

const isUp = (leader: number): boolean =>
  spawnSync('nsenter', inside(leader, 'systemctl', 'is-system-running', '--wait')).status === 0;

/** Runs commands in one shell, which keeps its working directory. */
const typeInto = (shell: ChildProcessByStdio<Writable, Readable, null>): Box['type'] => {
  const prompt = /\n::(\d+)::\n$/;
  let heard = '';
  shell.stdout.on('data', (data) => (heard += String(data)));
  return async (command) => {
    const began = Date.now();
    heard = '';
    shell.stdin.write(`{ ${command}\n} 2>&1 </dev/null; printf '\\n::%s::\\n' $?\n`);
    while (!prompt.test(heard)) {
      if (shell.exitCode !== null) throw new Error(`the shell ended: ${heard}`);
      await delay(20);
    }
    const code = Number(prompt.exec(heard)?.[1]);
    return { command, output: heard.replace(prompt, ''), code, took: Date.now() - began };
  };
};

export const startBox = async (directory: string): Promise<Box> => {
  const machine = boot(directory);
  const leader = await leaderOf(machine);
  while (!isUp(leader)) await delay(200);
  const shell = spawn('nsenter', inside(leader, 'bash'), { stdio: ['pipe', 'pipe', 'inherit'] });
  const end = async (): Promise<void> => {
    const gone = once(machine, 'exit');
    shell.stdin.end('systemctl poweroff\n');
    await gone;
  };
  return { type: typeInto(shell), end };
};
