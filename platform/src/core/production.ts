import { BadRing, parseRing } from './ring-text.ts';
import { trustOf } from './trust.ts';

/** What a process uses of what production must have decided. */
export type Use = 'master-key' | 'mail' | 'links' | 'addresses';

type Given = Readonly<Record<string, string>>;
type Unfit = readonly [variable: string, what: string];

/** Of 32 random bytes some 30 differ; fewer than this is no accident. */
const leastDifferent = 16;

/** Whether somebody wrote the key rather than drew it: zeros, a pattern, a sentence. */
const isGuessable = (key: Buffer): boolean => {
  const steps = new Set(
    key.map((byte, index) => (byte - key[Math.max(0, index - 1)]! + 256) % 256).subarray(1),
  );
  const isText = key.every((byte) => byte >= 0x20 && byte < 0x7f);
  return isText || steps.size === 1 || new Set(key).size < leastDifferent;
};

/** None where it is misspelt, which is said already. */
const keysIn = (ring: string): readonly Buffer[] => {
  try {
    return parseRing(ring).map(({ key }) => key);
  } catch (error) {
    if (error instanceof BadRing) return [];
    throw error;
  }
};

const masterKey = ({ MASTER_KEY }: Given): Unfit[] => {
  const make = '`openssl rand -base64 32` makes one';
  if (MASTER_KEY === undefined) return [['MASTER_KEY', `set it, or MASTER_KEY_FILE; ${make}`]];
  if (!keysIn(MASTER_KEY).some(isGuessable)) return [];
  return [['MASTER_KEY', `anybody can guess this one; ${make}`]];
};

/** Names that no mail server answers for (RFC 2606, RFC 6761). */
const nowhere = /(^|\.)(invalid|localhost)$/i;

const isReachable = (from: string): boolean => {
  const domain = /@([a-z0-9.-]+)>?$/i.exec(from.trim())?.[1] ?? '';
  return domain.includes('.') && !nowhere.test(domain);
};

const mail = ({ SMTP_URL, MAIL_FROM }: Given): Unfit[] => {
  if (SMTP_URL === 'none') return [];
  const wrong: Unfit[] = [];
  if (SMTP_URL === undefined)
    wrong.push(['SMTP_URL', 'name the mail server; or write none, with TRUST=open, and nobody is mailed']);
  if (MAIL_FROM === undefined || !isReachable(MAIL_FROM))
    wrong.push([
      'MAIL_FROM',
      'write an address of your own domain, such as Visita <no-reply@visita.example>',
    ]);
  return wrong;
};

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i;

const isSafe = (origin = ''): boolean => {
  const url = URL.parse(origin);
  return url?.protocol === 'https:' || (url !== null && loopback.test(url.hostname));
};

const links = ({ PUBLIC_ORIGIN, TAG_ORIGIN }: Given): Unfit[] => {
  const wrong: Unfit[] = [];
  if (!isSafe(PUBLIC_ORIGIN))
    wrong.push([
      'PUBLIC_ORIGIN',
      'write the https address that browsers use, such as https://visita.example',
    ]);
  if (TAG_ORIGIN !== undefined && !isSafe(TAG_ORIGIN))
    wrong.push(['TAG_ORIGIN', 'write an https address, such as https://tags.visita.example']);
  return wrong;
};

const addresses = ({ TRUST_PROXY }: Given): Unfit[] => {
  if (TRUST_PROXY !== undefined) return [];
  return [
    ['TRUST_PROXY', 'write the addresses of the proxies in front, or off where browsers reach it directly'],
  ];
};

const looks: Readonly<Record<Use, (given: Given) => readonly Unfit[]>> = {
  'master-key': masterKey,
  mail,
  links,
  addresses,
};

const unprovable: Unfit = [
  'SMTP_URL',
  'name the mail server: under TRUST=strict an address counts once a mail has reached it',
];

/**
 * What of the variables, as they were given, cannot stay so, by name: without mails nobody proves an address, and
 * production is not run unsafely by mistake.
 */
export const unfit = (given: Given, uses: readonly Use[]): readonly Unfit[] => {
  const silent = given['SMTP_URL'] === 'none' && trustOf(given) === 'strict';
  const missing = given['NODE_ENV'] === 'production' ? uses.flatMap((use) => looks[use](given)) : [];
  return silent ? [unprovable, ...missing] : missing;
};
