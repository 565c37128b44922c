import { z } from 'zod';

/** Values that a text fills into a template, besides the credentials. */
export const textValues = ['to', 'digits', 'from', 'text', 'encoding', 'id', 'receipts'] as const;
export type TextValue = (typeof textValues)[number];

const template = z.string().max(2000);
const fields = z.record(z.string().max(100), template);
const name = z.string().regex(/^[a-z][\w-]{0,39}$/i, 'write a name of letters, digits, - and _');

/** Pro's credentials never decide which host is called: the origin has no placeholders. */
const address = z
  .string()
  .max(500)
  .refine((given) => {
    const url = URL.parse(given.replaceAll(/\{\{[^{}]*\}\}/g, 'x'));
    const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
    return isWeb && url.username === '' && given.startsWith(`${url.origin}/`);
  }, 'write an http or https address whose host has no placeholder');

/** Condition on an answer of the gateway: its status, and a field of its JSON body or a part of its text. */
const condition = z.strictObject({
  status: z.array(z.int().min(100).max(599)).optional(),
  /** Path of a field, such as `messages.0.status`. */
  field: z.string().max(200).optional(),
  is: z.array(z.string().max(100)).optional(),
  contains: z.string().max(200).optional(),
});

const outcome = z.strictObject({
  if: condition,
  /** `refused`: this number can never get a text. Any other answer is tried again. */
  outcome: z.enum(['accepted', 'refused', 'again']),
});
export type GatewayOutcome = z.infer<typeof outcome>;

const send = z.strictObject({
  method: z.enum(['GET', 'POST']),
  address,
  query: fields.default({}),
  headers: fields.default({}),
  /** HTTP basic authentication. */
  basic: z.strictObject({ user: template, password: template }).optional(),
  /** Fields of a form, or a JSON value whose strings are templates. */
  form: fields.optional(),
  json: z.unknown().optional(),
  /** Values of `{{encoding}}`. */
  encodings: z.strictObject({ 'gsm-7': z.string(), 'ucs-2': z.string() }).optional(),
  outcomes: z.array(outcome).min(1).max(20),
  /** Path of the message's id in the answer. */
  id: z.string().max(200).optional(),
});

const digest = {
  algorithm: z.enum(['sha1', 'sha256', 'sha512']),
  encoding: z.enum(['hex', 'base64']),
  /** Name of the credential that is the key. */
  secret: name,
};

/** How receipts and answers prove that they come from the gateway. */
const signed = z.discriminatedUnion('by', [
  /** By the address that the product gave out, which holds a key: for gateways that sign nothing. */
  z.strictObject({ by: z.literal('address') }),
  /** HMAC over the whole address and the sorted form fields, in a header. */
  z.strictObject({ by: z.literal('address-and-fields'), header: z.string(), ...digest }),
  /** HMAC over the body, in a header. */
  z.strictObject({ by: z.literal('body'), header: z.string(), ...digest }),
  /** HMAC over the sorted fields, in one of them. */
  z.strictObject({ by: z.literal('fields'), field: z.string(), ...digest }),
]);
export type Signing = z.infer<typeof signed>;

const provider = z.strictObject({
  /** Name shown to professionals. */
  title: z.string().min(1).max(60),
  /** Names of the credentials that a professional enters. */
  credentials: z.array(name).max(8),
  send,
  signed,
  receipts: z.strictObject({
    /** Path of the state among the fields of query and body. */
    state: z.string().max(200),
    delivered: z.array(z.string()).min(1),
    failed: z.array(z.string()),
  }),
  answers: z
    .strictObject({
      from: z.string().max(200),
      text: z.string().max(200),
      id: z.string().max(200).optional(),
    })
    .optional(),
});
/** Description of an SMS gateway that is called by HTTP. */
export type Provider = z.infer<typeof provider>;

const placeholdersIn = (value: unknown): string[] =>
  Array.from((JSON.stringify(value) ?? '').matchAll(/\{\{([^{}]*)\}\}/g), ([, found = '']) => found);

/** Returns the placeholders and key names of a description that it does not declare. */
const unknownNames = ({ credentials, send: sending, signed: signing }: Provider): string[] => {
  const known = new Set<string>([...textValues, ...credentials]);
  const used = placeholdersIn(sending);
  if ('secret' in signing) used.push(signing.secret);
  return used.filter((one) => !known.has(one));
};

const described = provider.superRefine((given, context) => {
  for (const unknown of unknownNames(given))
    context.addIssue({ code: 'custom', message: `uses {{${unknown}}}, which is no value and no credential` });
});

/** The operator's file of SMS gateways. */
export const gatewaysFile = z.strictObject({
  /** Stops all texts at once. */
  stopped: z.boolean().default(false),
  /** Maximum number of texts a day, of all professionals together. */
  textsPerDay: z.int().min(0).max(1_000_000).default(2_000),
  providers: z.record(z.string().regex(/^[a-z0-9-]{1,40}$/), described),
});
export type Gateways = z.infer<typeof gatewaysFile>;
