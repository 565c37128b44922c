import { saysStop } from '@visita/contracts/messages/choices';
import { cleanName } from '@visita/contracts/names';
import { Rejection } from '@visita/contracts/problem';
import { deriveId } from '@visita/platform/ids/derive-id';
import type { CallContext, Handlers } from '@visita/platform/http/calls';
import type { Provider } from '@visita/platform/messages/description';
import { fieldAt } from '@visita/platform/messages/fields';
import { e164In } from '@visita/platform/messages/numbers';
import { type Incoming, isSignedBy } from '@visita/platform/messages/signatures';
import { recordsOf } from '../patient/merged.ts';
import { handling, type UnitOfWork } from '../unit-of-work.ts';
import type { MessageDeps } from './deps.ts';

type Name = 'receiveMessage' | 'receiveMessageByGet';

/** A gateway's request, with its provider. */
type Received = {
  readonly name: string;
  readonly provider: Provider;
  readonly incoming: Incoming;
};

const received = async (context: CallContext<Name>, deps: MessageDeps): Promise<Received> => {
  const { params, query, body, request } = context;
  const { providers } = await deps.messaging.gateways.current();
  const { [params.adapter]: provider } = providers;
  if (!provider || !request.signed) throw new Rejection('not-found');
  const fields = Object.entries(query).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]]));
  const { url, header, raw } = request.signed;
  const incoming = {
    address: `${deps.publicOrigin}${url}`,
    header,
    raw,
    query: Object.fromEntries(fields) as Record<string, string>,
    body: body ?? {},
  };
  return { name: params.adapter, provider, incoming };
};

/** Returns the fields of a request that its signature covers: a signed body says nothing about the address. */
const fieldsOf = ({ provider: { signed }, incoming: { query, body } }: Received): Record<string, unknown> =>
  signed.by === 'body' ? { ...body } : { ...query, ...body };

/** Returns the pro whom the request concerns; null if it names none that this provider serves. */
const proOfRequest = async ({ name, incoming }: Received, { messaging }: MessageDeps) => {
  const { message, pro } = incoming.query;
  return message === undefined ? (pro ?? null) : messaging.ledger.ownerOf(message, name);
};

/** Throws `token-invalid` unless the gateway signed the request. */
const requireSigned = async (request: Received, proId: string | null, { messaging }: MessageDeps) => {
  const { name, provider, incoming } = request;
  const { message, pro, key = '' } = incoming.query;
  const about = message === undefined ? { pro: pro ?? '' } : { message };
  // An unknown text is refused like a wrong signature.
  const refuse = (): never => {
    throw new Rejection('token-invalid', 'The signature is wrong.');
  };
  if (proId === null) return refuse();
  if (provider.signed.by === 'address')
    return messaging.callbacks.isOurs(name, about, key) ? proId : refuse();
  const credentials = await messaging.credentials.read({ proId, provider: name });
  const secret = credentials?.[provider.signed.secret] ?? '';
  return isSignedBy(provider.signed, incoming, secret) ? proId : refuse();
};

const receiveReceipt = async (request: Received, id: string, { at }: UnitOfWork, deps: MessageDeps) => {
  const { state: path, delivered, failed } = request.provider.receipts;
  const state = fieldAt(fieldsOf(request), path) ?? '';
  if (delivered.includes(state)) await deps.messaging.ledger.receive(id, 'delivered', at);
  else if (failed.includes(state)) await deps.messaging.ledger.receive(id, 'failed', at);
};

/** Returns an answer as it is kept: a gateway passes on whatever a phone sends. */
const plainText = (answer: string): string =>
  cleanName(answer.replaceAll(/[^\P{Cc}\n]/gu, ' '))
    .slice(0, 1000)
    .toWellFormed()
    .trim();

/** Ends texts to the person, or keeps the answer for staff. The request's id makes a repeat harmless. */
const receiveAnswer = async (request: Received, proId: string, work: UnitOfWork, deps: MessageDeps) => {
  const { name, provider, incoming } = request;
  if (!provider.answers) return;
  const fields = fieldsOf(request);
  const from = e164In(fieldAt(fields, provider.answers.from) ?? '');
  const answer = plainText(fieldAt(fields, provider.answers.text) ?? '');
  if (from === null || answer === '') return;
  const { ledger, numbers } = deps.messaging;
  const patientId = await ledger.patientAt(proId, numbers.all(from));
  if (patientId === null) return;
  const { domain } = deps;
  const id = provider.answers.id && fieldAt(fields, provider.answers.id);
  const answerId = deriveId(name, proId, id ?? `${numbers.of(from)} ${incoming.raw} ${incoming.address}`);
  const records = await recordsOf(domain, proId, patientId);
  for (const record of saysStop(answer) ? records : records.slice(0, 1)) {
    if ((await domain.patients.load(record)).state.status !== 'registered') continue;
    await (saysStop(answer)
      ? work.execute(domain.patients, record, { type: 'choose-messages', texts: false, by: 'answer' })
      : work.execute(domain.patients, record, { type: 'answer-text', answerId, answer }));
  }
};

const receive =
  <Call extends Name>(deps: MessageDeps) =>
  async (context: CallContext<Call>, work: UnitOfWork) => {
    const request = await received(context, deps);
    const proId = await requireSigned(request, await proOfRequest(request, deps), deps);
    const { message } = request.incoming.query;
    if (message === undefined) await receiveAnswer(request, proId, work, deps);
    else await receiveReceipt(request, message, work, deps);
    return { message: 'Received', data: null };
  };

/** Returns the handlers of an SMS gateway's receipts and answers. */
export const gatewayHandlers = (deps: MessageDeps) => {
  const handle = handling(deps);
  return {
    receiveMessage: handle(receive<'receiveMessage'>(deps)),
    receiveMessageByGet: handle(receive<'receiveMessageByGet'>(deps)),
  } satisfies Handlers;
};
