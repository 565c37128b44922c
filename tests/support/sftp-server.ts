import { spawn } from 'node:child_process';
import { createHash, generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import ssh2 from 'ssh2';

/** OpenSSH's server program, which speaks SFTP over standard input and output. */
const program = ['/usr/lib/openssh/sftp-server', '/usr/libexec/sftp-server', '/usr/lib/ssh/sftp-server'].find(
  existsSync,
);

/** True if it is installed (Debian: openssh-sftp-server). */
export const hasSftpServer = program !== undefined;

const [user, password] = ['practice', 'right:pass@word'];

export type SftpServer = {
  /** Value of `BACKUP_TO`, by default with the server's host key. */
  address(directory: string, options?: { password?: string; hostKey?: string }): string;
  stop(): Promise<void>;
};

const pem = (): string =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
    publicKeyEncoding: { type: 'pkcs1', format: 'pem' },
  }).privateKey;

/** Starts a local SSH server in front of OpenSSH's SFTP server. */
export const startSftpServer = async (home = '/'): Promise<SftpServer> => {
  const hostKey = pem();
  const parsed = ssh2.utils.parseKey(hostKey);
  if (parsed instanceof Error || !program) throw new Error('there is no SFTP server');
  const print = createHash('sha256').update(parsed.getPublicSSH()).digest('base64').replace(/=+$/, '');
  const connections = new Set<ssh2.Connection>();
  const server = new ssh2.Server(
    { hostKeys: [ssh2.utils.generateKeyPairSync('ed25519').private, hostKey] },
    (connection) => {
      connections.add(connection);
      // Missing in the types.
      if ('setNoDelay' in connection && typeof connection.setNoDelay === 'function')
        connection.setNoDelay(true);
      connection.on('error', () => undefined);
      connection.on('close', () => connections.delete(connection));
      connection.on('authentication', (asked) => {
        if (asked.method === 'password' && asked.username === user && asked.password === password)
          asked.accept();
        else asked.reject(['password']);
      });
      connection.on('session', (accept) =>
        accept().on('subsystem', (acceptSubsystem) => {
          const stream = acceptSubsystem();
          const served = spawn(program, [], { cwd: home, stdio: ['pipe', 'pipe', 'ignore'] });
          served.stdin.on('error', () => undefined);
          stream.pipe(served.stdin);
          served.stdout.pipe(stream);
          stream.on('close', () => served.kill());
        }),
      );
    },
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    address: (directory, { password: given = password, hostKey: known = `SHA256:${print}` } = {}) =>
      `sftp://${user}:${encodeURIComponent(given)}@127.0.0.1:${port}${directory}?hostKey=${known}`,
    stop: async () => {
      for (const connection of connections) connection.end();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
};
