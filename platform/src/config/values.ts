import { isIP } from 'node:net';
import { z } from 'zod';
import { BadRing, parseRing } from '../secrets/ring-text.ts';

export type RateLimit = { readonly maximum: number; readonly seconds: number };

export const unitSeconds = { s: 1, m: 60, h: 3600, d: 86_400 } as const;

export const rate = (fallback: string) =>
  z
    .string()
    .default(fallback)
    .transform((value, context): RateLimit => {
      const [, maximum, amount, unit] = /^(\d{1,9})\/(\d{0,4})([smhd])$/.exec(value) ?? [];
      if (!maximum || !unit) {
        context.addIssue({ code: 'custom', message: 'write a count and a window, such as 60/1m or 10/20m' });
        return z.NEVER;
      }
      return {
        maximum: Number(maximum),
        seconds: Number(amount || 1) * unitSeconds[unit as keyof typeof unitSeconds],
      };
    });

export const whole = (fallback: number, minimum: number, maximum: number) =>
  z.coerce
    .number(`write a whole number from ${minimum} to ${maximum}`)
    .int(`write a whole number from ${minimum} to ${maximum}`)
    .min(minimum, `write a whole number from ${minimum} to ${maximum}`)
    .max(maximum, `write a whole number from ${minimum} to ${maximum}`)
    .default(fallback);

export const origin = z.string().refine((value) => {
  const url = URL.parse(value);
  return url !== null && ['http:', 'https:'].includes(url.protocol) && url.origin === value;
}, 'write scheme, host and port without a path or a slash at the end, such as https://visita.example');

const isRing = (value: string): boolean => {
  try {
    return parseRing(value).length > 0;
  } catch (error) {
    if (error instanceof BadRing) return false;
    throw error;
  }
};

export const masterKey = z
  .string()
  .refine(
    isRing,
    'write 32 random bytes in base64, `openssl rand -base64 32` makes them, or the key ring that ops keys printed',
  );

/** A token of the operators' desk; `name` is null if its holder enters their own. */
export type OperatorToken = { readonly name: string | null; readonly token: string };

const operatorTokenMinimum = 32;
const operatorTokenMaximum = 500;
const operatorName = /^([\w.-]{1,40}):/;

const fits = ({ token }: OperatorToken): boolean =>
  token.length >= operatorTokenMinimum && token.length <= operatorTokenMaximum;

/** One token for all, of any characters, or one `name:token` per operator. */
export const operatorTokens = z.string().transform((value, context): readonly OperatorToken[] => {
  const parts = operatorName.test(value) ? value.split(/[\s,]+/) : [value];
  const tokens = parts.map((part) => {
    const name = operatorName.exec(part)?.[1] ?? null;
    return { name, token: name === null ? part : part.slice(name.length + 1) };
  });
  const refuse = (message: string) => {
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  };
  if (!tokens.every(fits)) {
    return refuse(
      `write at least ${operatorTokenMinimum} characters, \`openssl rand -base64 32\` makes them, for each operator behind a name and a colon`,
    );
  }
  if (tokens.length > 1 && tokens.some(({ name }) => name === null))
    return refuse('write <name>:<token> of each operator, separated by commas');
  const different = new Set(tokens.map(({ token }) => token)).size;
  return different < tokens.length ? refuse('write a different token for each operator') : tokens;
});

export const urlOf = (schemes: readonly string[], example: string) =>
  z
    .string()
    .refine(
      (value) => schemes.includes(URL.parse(value)?.protocol.slice(0, -1) ?? ''),
      `write an address such as ${example}`,
    );

/** One or several servers; a single URL cannot name several. */
export const natsUrl = z
  .string()
  .transform((value) => value.replaceAll(/\s*,\s*/g, ','))
  .refine(
    (value) => value.split(',').every((url) => /^(nats|tls):$/.test(URL.parse(url)?.protocol ?? '')),
    'write an address such as nats://host:4222, or those of all servers, such as nats://one:4222,nats://two:4222',
  );

/** Prefix of stream names on a shared server; `$` is reserved by the server. */
export const streamPrefix = z
  .string()
  .regex(
    /^[a-z0-9][a-z0-9._-]{0,40}$/,
    'write lower-case letters, digits, dots, hyphens and underscores, such as visita-',
  )
  .default('visita-');

/** One or several nodes; a single URL cannot name several. */
export const eventStoreUrl = z
  .string()
  .regex(
    /^esdb(\+discover)?:\/\/([^\s:/?@]+:[^\s/?@]+@)?[^\s/?@]+(\?\S+)?$/,
    'write a connection string such as esdb://user:password@host:2113 or esdb://host:2113?tls=false',
  );

export const replicas = (port: number) =>
  z
    .string()
    .default(`http://127.0.0.1:${port}`)
    .transform((value) => value.split(',').map((url) => url.trim()))
    .refine(
      (urls) => urls.every((url) => /^https?:$/.test(URL.parse(url)?.protocol ?? '')),
      'write the addresses of all replicas separated by commas, such as http://one:3000,http://two:3000',
    );

/** A URL that receives secrets: https, or this machine. */
export const safeUrl = (example: string) =>
  z.string().refine((value) => {
    const url = URL.parse(value);
    if (!url || url.username || url.search || url.hash) return false;
    return url.protocol === 'https:' || (url.protocol === 'http:' && url.hostname === '127.0.0.1');
  }, `write an https address such as ${example}`);

/** An origin only, because it is inserted into pages and their policies. */
export const safeOrigin = (example: string) =>
  safeUrl(example).refine(
    (value) => URL.parse(value)?.origin === value,
    `write an origin such as ${example}, without a path or a slash at the end`,
  );

const proxyAddress = '(loopback|linklocal|uniquelocal|[0-9a-f./:]*[.:][0-9a-f./:]*)';

/** Whether a part of TRUST_PROXY is a keyword, an address, or a network that does not cover everything. */
const isRange = (part: string): boolean => {
  const [address = '', prefix, ...more] = part.split('/');
  const bits = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  if (bits === 0) return prefix === undefined && /^(off|loopback|linklocal|uniquelocal)$/i.test(address);
  if (more.length > 0 || prefix === undefined) return more.length === 0;
  if (bits === 32 && isIP(prefix) === 4) return prefix !== '0.0.0.0';
  return /^\d{1,3}$/.test(prefix) && Number(prefix) >= 1 && Number(prefix) <= bits;
};

export const trustProxy = z
  .string()
  .regex(
    new RegExp(`^(off|${proxyAddress}(,${proxyAddress})*)$`, 'i'),
    'write off, or the addresses of the proxies separated by commas, such as loopback,10.0.0.0/8',
  )
  .refine(
    (value) => value.split(',').every(isRange),
    'write addresses of proxies, or networks with a prefix of at least 1, such as loopback,10.0.0.0/8',
  )
  .default('off')
  .transform((value) => (value.toLowerCase() === 'off' ? (false as const) : value));
