import { z } from 'zod';

export type BackupPlace =
  | { readonly kind: 'folder'; readonly directory: string }
  | {
      readonly kind: 'sftp';
      readonly host: string;
      readonly port: number;
      readonly user: string;
      /** Null if a key file authenticates. */
      readonly password: string | null;
      readonly keyFile: string | null;
      /** Fingerprint of the server's key, as ssh-keygen prints it: `SHA256:…`. */
      readonly hostKey: string;
      readonly directory: string;
    }
  | {
      readonly kind: 's3';
      /** Endpoint with the bucket as the first path segment. */
      readonly endpoint: string;
      readonly region: string;
      readonly accessKey: string;
      readonly secretKey: string;
      /** Prefix of object names: empty, or with a trailing slash. */
      readonly prefix: string;
    };

const examples =
  'write a folder, sftp://user:password@host/folder?hostKey=SHA256:… or s3://key:secret@host/bucket?region=…';

const sshPort = 22;

const sftpOf = (url: URL): BackupPlace | null => {
  // Base64 contains plus signs, which a query decodes as spaces.
  const hostKey = url.searchParams.get('hostKey')?.replaceAll(' ', '+').replace(/=+$/, '') ?? '';
  const keyFile = url.searchParams.get('key');
  if (!/^SHA256:[\w+/]{43}$/.test(hostKey) || !url.username || !(url.password || keyFile)) return null;
  return {
    kind: 'sftp',
    host: url.hostname,
    port: Number(url.port || sshPort),
    user: decodeURIComponent(url.username),
    password: url.password ? decodeURIComponent(url.password) : null,
    keyFile,
    hostKey,
    // A path that begins with `~` is relative to the user's home.
    directory: decodeURIComponent(url.pathname).replace(/^\/~\/(?=.)/, ''),
  };
};

const s3Of = (url: URL): BackupPlace | null => {
  const [, bucket, folder = ''] = /^\/([^/]+)\/?(.*?)\/?$/.exec(decodeURIComponent(url.pathname)) ?? [];
  if (!bucket || !url.username || !url.password) return null;
  const scheme = url.searchParams.get('tls') === 'false' ? 'http' : 'https';
  return {
    kind: 's3',
    endpoint: `${scheme}://${url.host}/${bucket}`,
    region: url.searchParams.get('region') ?? 'auto',
    accessKey: decodeURIComponent(url.username),
    secretKey: decodeURIComponent(url.password),
    prefix: folder === '' ? '' : `${folder}/`,
  };
};

/** Parses a folder, or a remote destination as a URL. Incomplete ones are refused. */
export const backupPlace = z.string().transform((text, context): BackupPlace => {
  if (!/^\w+:\/\//.test(text)) return { kind: 'folder', directory: text };
  const url = URL.parse(text);
  const place = url?.protocol === 'sftp:' ? sftpOf(url) : url?.protocol === 's3:' ? s3Of(url) : null;
  if (place !== null) return place;
  context.addIssue({ code: 'custom', message: examples });
  return z.NEVER;
});

/** A time of day in UTC. */
export type TimeOfDay = { readonly hour: number; readonly minute: number };

/** Time of the daily backup; null for none. */
export const backupTime = z
  .string()
  .regex(/^(off|([01]\d|2[0-3]):[0-5]\d)$/, 'write a time of day in UTC, such as 02:30, or off')
  .transform((text): TimeOfDay | null => {
    const [hour, minute] = text.split(':').map(Number);
    return text === 'off' ? null : { hour: hour!, minute: minute! };
  });

/** Default time: every night in production. */
export const backupTimeIn = (environment: string): TimeOfDay | null =>
  environment === 'production' ? { hour: 2, minute: 30 } : null;
