import { BadRing, parseRing } from '../secrets/ring-text.ts';
import { trustOf } from './trust.ts';

/** A feature of a process with settings that production requires. */
export type Use = 'master-key' | 'mail' | 'links' | 'addresses' | 'backups';

type Given = Readonly<Record<string, string>>;
type Unfit = readonly [variable: string, what: string];

/** Of 32 random bytes some 30 differ; fewer than this is not random. */
const leastDifferent = 16;

/** Whether a key was typed rather than generated: zeros, a pattern, a sentence. */
const isGuessable = (key: Buffer): boolean => {
  const steps = new Set(
    key.map((byte, index) => (byte - key[Math.max(0, index - 1)]! + 256) % 256).subarray(1),
  );
  const isText = key.every((byte) => byte >= 0x20 && byte < 0x7f);
  return isText || steps.size === 1 || new Set(key).size < leastDifferent;
};

/** Empty if the ring is malformed, which is reported elsewhere. */
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
  return [['MASTER_KEY', `this one can be guessed; ${make}`]];
};

/** Domains without mail servers (RFC 2606, RFC 6761). */
const nowhere = /(^|\.)(invalid|localhost)$/i;

const isReachable = (from: string): boolean => {
  const domain = /@([a-z0-9.-]+)>?$/i.exec(from.trim())?.[1] ?? '';
  return domain.includes('.') && !nowhere.test(domain);
};

const mail = ({ SMTP_URL, MAIL_FROM }: Given): Unfit[] => {
  if (SMTP_URL === 'none') return [];
  const wrong: Unfit[] = [];
  if (SMTP_URL === undefined)
    wrong.push(['SMTP_URL', 'name the mail server; or write none, with TRUST=open: then no mails are sent']);
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

/** Prefix lengths of the widest private networks: 10.0.0.0/8 and fc00::/7. */
const narrowest = { ipv4: 8, ipv6: 7 };

const isWide = (range: string): boolean => {
  const [address = '', bits] = range.trim().split('/');
  if (bits === undefined) return false;
  if (bits.includes('.')) return !bits.startsWith('255.');
  return Number(bits) < (address.includes(':') ? narrowest.ipv6 : narrowest.ipv4);
};

const addresses = ({ TRUST_PROXY }: Given): Unfit[] => {
  if (TRUST_PROXY?.split(',').some(isWide))
    return [
      ['TRUST_PROXY', 'name the proxies only: with such a wide range any client can claim any address'],
    ];
  if (TRUST_PROXY !== undefined) return [];
  return [['TRUST_PROXY', 'write the addresses of the proxies, or off if browsers connect directly']];
};

const backups = ({ BACKUP_RECIPIENT, BACKUP_AT }: Given): Unfit[] => {
  if (BACKUP_RECIPIENT !== undefined || BACKUP_AT?.toLowerCase() === 'off') return [];
  return [
    [
      'BACKUP_RECIPIENT',
      'write the public key that backups are encrypted to (`ops keys --backup` makes one), or write BACKUP_AT=off for no backups by this process',
    ],
  ];
};

/** Fewer different characters, or differences between neighbours, in 32 characters are not random. */
const leastLetters = 10;

/** Whether a secret was typed rather than generated: equal characters, a pattern, a sequence. */
const isTyped = (secret: string): boolean => {
  const codes = Array.from(secret, (letter) => letter.codePointAt(0)!);
  const steps = codes.slice(1).map((code, index) => code - codes[index]!);
  return new Set(codes).size < leastLetters || new Set(steps).size < leastLetters;
};

const operatorTokens = ({ OPERATOR_TOKEN }: Given): Unfit[] => {
  const tokens = OPERATOR_TOKEN?.split(',').map((part) => part.slice(part.indexOf(':') + 1).trim()) ?? [];
  if (!tokens.some(isTyped)) return [];
  return [['OPERATOR_TOKEN', 'this one can be guessed; `openssl rand -base64 32` makes one']];
};

const looks: Readonly<Record<Use, (given: Given) => readonly Unfit[]>> = {
  'master-key': masterKey,
  mail,
  links,
  addresses,
  backups,
};

const unprovable: Unfit = [
  'SMTP_URL',
  'name the mail server: under TRUST=strict an address counts once a mail has reached it',
];

/**
 * Returns the given variables that are not fit for production, with the reason. For example, addresses cannot be
 * proven without mails.
 */
export const unfit = (given: Given, uses: readonly Use[]): readonly Unfit[] => {
  const silent = given['SMTP_URL'] === 'none' && trustOf(given) === 'strict';
  const isProduction = given['NODE_ENV'] === 'production';
  const missing = isProduction ? [...uses.flatMap((use) => looks[use](given)), ...operatorTokens(given)] : [];
  return silent ? [unprovable, ...missing] : missing;
};
