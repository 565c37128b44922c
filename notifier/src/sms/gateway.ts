import { segmentsOf } from '@visita/contracts/messages/segments';
import type { GatewayOutcome, Provider, TextValue } from '@visita/platform/messages/description';
import { fieldAt } from '@visita/platform/messages/fields';

/** A text for one phone. */
export type Text = {
  /** The product's id of the text. */
  readonly id: string;
  /** Number as E.164. */
  readonly to: string;
  /** Sender: a number or a name. */
  readonly from: string;
  readonly text: string;
  /** Address to which the gateway reports delivery. */
  readonly receipts: string;
};

/**
 * `again`: it was certainly not sent. `unknown`: it may have been sent, so it must not be sent again. `code` names
 * the reason without personal data.
 */
export type TextOutcome =
  | { readonly state: 'accepted'; readonly providerId: string | null }
  | { readonly state: 'refused' | 'again' | 'unknown'; readonly code: string };

/** Sends texts. */
export type TextGateway = { send(text: Text): Promise<TextOutcome> };

type Values = Readonly<Record<string, string>>;
type Fill = (template: string, encode?: (value: string) => string) => string;

const filling =
  (values: Values): Fill =>
  (template, encode = (value) => value) =>
    template.replaceAll(/\{\{([^{}]*)\}\}/g, (_, name: string) => encode(values[name] ?? ''));

const filledFields = (fields: Values, fill: Fill): [string, string][] =>
  Object.entries(fields).map(([name, template]) => [name, fill(template)]);

const filledJson = (value: unknown, fill: Fill): unknown => {
  if (typeof value === 'string') return fill(value);
  if (Array.isArray(value)) return value.map((item: unknown) => filledJson(item, fill));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, filledJson(item, fill)]));
};

/** A credential is one part of the path: it can neither leave it nor go up. */
const pathPart = (value: string): string => encodeURIComponent(value.replaceAll(/^\.+$/g, ''));

/** Returns the request that sends a text. */
export const requestOf = ({ send }: Provider, text: Text, credentials: Values): Request => {
  const { encoding } = segmentsOf(text.text);
  const own: Record<TextValue, string> = {
    ...text,
    digits: text.to.replace('+', ''),
    encoding: send.encodings?.[encoding] ?? encoding,
  };
  const fill = filling({ ...credentials, ...own });
  const url = new URL(fill(send.address, pathPart));
  for (const [name, value] of filledFields(send.query, fill)) url.searchParams.append(name, value);
  const headers = new Headers(filledFields(send.headers, fill));
  // A kept connection may be dead: then it would be unknown whether the text was sent.
  headers.set('connection', 'close');
  if (send.basic) {
    const pair = `${fill(send.basic.user)}:${fill(send.basic.password)}`;
    headers.set('authorization', `Basic ${Buffer.from(pair).toString('base64')}`);
  }
  if (send.json !== undefined) headers.set('content-type', 'application/json');
  const body =
    send.json === undefined
      ? send.form && new URLSearchParams(filledFields(send.form, fill))
      : JSON.stringify(filledJson(send.json, fill));
  return new Request(url, { method: send.method, headers, redirect: 'error', ...(body ? { body } : {}) });
};

/** The gateway's answer, with its body as text and as JSON, if it is JSON. */
type Answer = { readonly status: number; readonly text: string; readonly json: unknown };

const bodyMaximum = 64 * 1024;

const readAnswer = async (response: Response): Promise<Answer> => {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > bodyMaximum) break;
  }
  const text = Buffer.concat(chunks).toString('utf8');
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    // The answer is plain text.
  }
  return { status: response.status, text, json };
};

const holds = ({ status, field, is, contains }: GatewayOutcome['if'], answer: Answer): boolean => {
  if (status && !status.includes(answer.status)) return false;
  if (contains !== undefined && !answer.text.includes(contains)) return false;
  if (field === undefined) return true;
  const found = fieldAt(answer.json, field);
  return found !== undefined && (is?.includes(found) ?? true);
};

/** Returns whether an answer that the description does not know may belong to a text that was sent. */
const maybeSent = (status: number): boolean => status < 300 || (status >= 500 && status !== 503);

/** Returns the outcome that an answer means by the gateway's description. */
export const outcomeOf = ({ send }: Provider, answer: Answer): TextOutcome => {
  const described = send.outcomes.find((one) => holds(one.if, answer))?.outcome;
  const found = described ?? (maybeSent(answer.status) ? 'unknown' : 'again');
  if (found === 'accepted')
    return { state: found, providerId: (send.id && fieldAt(answer.json, send.id)) ?? null };
  return { state: found, code: String(answer.status) };
};

/** Errors of a connection on which nothing was sent. */
const unsent: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

const codeOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'unknown';
  const cause: unknown = error.cause;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : error.name;
};

/** Sends by HTTP as the description says. `patience` is in ms. */
export const createHttpGateway = (
  provider: Provider,
  { credentials, patience }: { credentials: Values; patience: number },
): TextGateway => ({
  send: async (text) => {
    let request: Request;
    try {
      request = requestOf(provider, text, credentials);
    } catch {
      // The error may quote credentials.
      return { state: 'again', code: 'unfit-credentials' };
    }
    try {
      const response = await fetch(request, { signal: AbortSignal.timeout(patience) });
      return outcomeOf(provider, await readAnswer(response));
    } catch (error) {
      const code = codeOf(error);
      return { state: unsent.has(code) ? 'again' : 'unknown', code };
    }
  },
});
