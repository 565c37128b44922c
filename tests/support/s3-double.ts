import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export type S3Double = {
  readonly objects: Map<string, Buffer>;
  /** Value of `BACKUP_TO`. */
  address(secret?: string): string;
  stop(): Promise<void>;
};

const [accessKey, secretKey, bucket] = ['AKIDTEST', 'secret/with+signs', 'practice'];

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
const escapes = (text: string): string =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** Verifies a request's AWS Signature Version 4. */
const isSigned = ({ headers, method, url = '' }: IncomingMessage): boolean => {
  const given =
    /Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=(\w+)/.exec(
      headers.authorization ?? '',
    );
  if (!given) return false;
  const [, who, day = '', region = '', names = '', signature] = given;
  const { pathname, searchParams } = new URL(url, 'http://s3');
  const query = [...searchParams].map(([name, value]) => `${escapes(name)}=${escapes(value)}`).toSorted();
  const signed = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`);
  const payload = String(headers['x-amz-content-sha256']);
  const canonical = [method, pathname, query.join('&'), signed.join(''), names, payload].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const hash = createHash('sha256').update(canonical).digest('hex');
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, hash].join('\n');
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secretKey}`);
  return who === accessKey && hmac(key, text).toString('hex') === signature;
};

/** Implements one S3 bucket: put, multipart upload, get, list and delete, for signed requests. */
const answer = async (objects: Map<string, Buffer>, request: IncomingMessage, response: ServerResponse) => {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://s3');
  const body = await buffer(request);
  const say = (status: number, text: string | Buffer = '') =>
    void response.writeHead(status, { 'content-type': 'application/xml' }).end(text);
  const deny = (status: number, code: string) => say(status, `<Error><Code>${code}</Code></Error>`);
  if (!isSigned(request)) return deny(403, 'SignatureDoesNotMatch');
  const [, name, key = ''] = /^\/([^/]+)\/?(.*)$/.exec(decodeURIComponent(pathname)) ?? [];
  if (name !== bucket) return deny(404, 'NoSuchBucket');
  const [upload, part] = [searchParams.get('uploadId'), searchParams.get('partNumber')];
  if (searchParams.has('uploads'))
    return say(
      200,
      `<InitiateMultipartUploadResult><UploadId>one</UploadId></InitiateMultipartUploadResult>`,
    );
  if (request.method === 'POST' && upload) {
    const names = [...objects.keys()].filter((name) => name.startsWith(`${key}?`)).toSorted();
    objects.set(key, Buffer.concat(names.map((name) => objects.get(name)!)));
    for (const name of names) objects.delete(name);
    return say(200, '<CompleteMultipartUploadResult><ETag>"0"</ETag></CompleteMultipartUploadResult>');
  }
  if (request.method === 'PUT') {
    objects.set(part ? `${key}?${part.padStart(5, '0')}` : key, body);
    response.setHeader('etag', `"${createHash('md5').update(body).digest('hex')}"`);
    return say(200);
  }
  if (request.method === 'DELETE') return objects.delete(key) ? say(204) : deny(404, 'NoSuchKey');
  if (key !== '') return objects.has(key) ? say(200, objects.get(key)) : deny(404, 'NoSuchKey');
  const prefix = searchParams.get('prefix') ?? '';
  const found = [...objects]
    .filter(([one]) => one.startsWith(prefix))
    .map(
      ([one, { length }]) =>
        `<Contents><Key>${one}</Key><LastModified>2026-11-22T02:30:00.000Z</LastModified><ETag>"0"</ETag><Size>${length}</Size><StorageClass>STANDARD</StorageClass></Contents>`,
    );
  return say(200, `<ListBucketResult><IsTruncated>false</IsTruncated>${found.join('')}</ListBucketResult>`);
};

export const startS3Double = async (): Promise<S3Double> => {
  const objects = new Map<string, Buffer>();
  const server = createServer((request, response) => void answer(objects, request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    objects,
    address: (secret = secretKey) =>
      `s3://${accessKey}:${encodeURIComponent(secret)}@127.0.0.1:${port}/${bucket}/nightly?region=eu-south-1&tls=false`,
    stop: async () => {
      server.closeAllConnections();
      if (server.listening) await new Promise((resolve) => server.close(resolve));
    },
  };
};
