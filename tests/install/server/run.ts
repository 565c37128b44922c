/**
 * Follows docs/deploy.md, "Without containers", literally: runs every command of the page on an empty Debian 12 under
 * systemd until a patient's booking is confirmed over HTTPS, then the commands of "Upgrades" to the same release. DNS is
 * a hosts file; this machine stands in for Let's Encrypt and the mail provider.
 *   node tests/install/server/run.ts var/release/visita-1.0.0.tar.gz [a directory with an installed Debian]
 * Needs Linux on x64, root, and Debian's debootstrap, systemd-container, iproute2, iptables, openssl and caddy.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Box, installDebian, startBox, type Typed } from './box.ts';
import { openPractice } from './practice.ts';
import { layCable, names, net, startWorld } from './world.ts';

/** Limits for following the page: milliseconds and commands. */
const limits = { took: 600_000, commands: 15 };

const page = readFileSync(join(import.meta.dirname, '../../../docs/deploy.md'), 'utf8');

/** Returns the commands of a section of the page, or of its last block, with the version replaced. */
const commandsOf = (title: string, tarball: string, from = 0): string[] => {
  const [, section = ''] = new RegExp(`^## ${title}$(.*?)^## `, 'ms').exec(page) ?? [];
  const blocks = [...section.matchAll(/```sh\n(.*?)```/gs)].map(([, block = '']) => block.trim());
  return blocks.slice(from).join('\n').replaceAll('visita-<version>.tar.gz', basename(tarball)).split('\n');
};

const say = ({ command, took, code }: Pick<Typed, 'command' | 'took' | 'code'>): void =>
  void process.stdout.write(
    `${(took / 1000).toFixed(1).padStart(6)} s  ${code === 0 ? '' : `(${code}) `}${command}\n`,
  );

const typeAll = async (box: Box, commands: readonly string[]): Promise<void> => {
  for (const command of commands) {
    // The printed key is saved by the operator; the test's editor fills it in.
    const shown = command.endsWith(' keys --backup') ? `${command} | tee /root/keys` : command;
    const typed = await box.type(shown);
    say({ ...typed, command });
    if (typed.code !== 0) throw new Error(typed.output.slice(-4000));
  }
};

const untilReady = 'until node_modules/.bin/node bin/check-health.mjs; do sleep 1; done';

const { positionals } = parseArgs({ allowPositionals: true });
const [tarball, made] = positionals;
if (!tarball) throw new Error('tell the tarball of a release');
const directory = mkdtempSync(join(tmpdir(), 'visita-server-'));
const debian = made ?? join(directory, 'debian');
const takeUp = layCable();
const world = await startWorld(join(directory, 'world'));
try {
  installDebian(debian, { root: world.root, tarball });
  const box = await startBox(debian);
  try {
    const commands = commandsOf('Without containers', tarball);
    const began = Date.now();
    await typeAll(box, commands);
    const typed = Date.now();
    await openPractice({ name: names.site, address: net.server, ca: world.root }, world.mailServer);
    const took = Date.now() - began;
    say({ command: 'from the sign-up to a confirmed booking over HTTPS', took: Date.now() - typed, code: 0 });
    process.stdout.write(`${commands.length} commands, ${(took / 1000).toFixed(0)} s in all\n`);
    await typeAll(box, ['cd', ...commandsOf('Upgrades', tarball, -1), untilReady]);
    for (const look of [
      'runuser -u visita -- npm run --silent ops -- doctor',
      'systemctl --failed --no-legend',
    ])
      process.stdout.write(`\n${look}\n${(await box.type(look)).output}\n`);
    if (took > limits.took || commands.length > limits.commands) process.exitCode = 1;
  } catch (error) {
    process.stdout.write(`${(await box.type('journalctl --no-pager -n 60 -u visita -u caddy')).output}\n`);
    throw error;
  } finally {
    await box.end();
  }
} finally {
  world.end();
  takeUp();
  rmSync(directory, { recursive: true, force: true });
}
