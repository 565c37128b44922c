import { mobileOf } from '@visita/contracts/messages/mobile';
import { offerText, recallText, visitText } from '@visita/contracts/messages/words';
import type { ShortLink } from '@visita/platform/messages/short-links';
import type { WaitingText } from '@visita/platform/messages/ledger';
import type { Messaging } from '@visita/platform/messages/messaging';
import { offerMessageId } from '../offer-message-id.ts';
import type { TextReads, TextVisit } from './reads.ts';

/** A text ready for its gateway; a reason if it has become needless. */
export type ComposedText = { readonly to: string; readonly text: string } | { readonly needless: string };

type Deps = {
  reads: TextReads;
  messaging: Pick<Messaging, 'links' | 'numbers' | 'ledger'>;
  publicOrigin: string;
  /** Time that links keep working after the end of the visit, offer or invitation, in ms. */
  linksLast: number;
  now: () => Date;
};

/** Returns the number if it still is the one for which the text was planned. */
const numberOf = (
  { numbers }: Pick<Messaging, 'numbers'>,
  phone: Pick<TextVisit, 'prefix' | 'phone'>,
  text: WaitingText,
): string | null => {
  const number = mobileOf(phone);
  return number !== null && numbers.all(number).includes(text.number) ? number : null;
};

const linkOf = async (
  { messaging, publicOrigin, linksLast }: Deps,
  text: WaitingText,
  link: ShortLink & { readonly ends: Date },
): Promise<string> => {
  const expires = new Date(link.ends.getTime() + linksLast);
  return `${publicOrigin}/m/${await messaging.links.issue(link, { id: text.id, number: text.number, expires })}`;
};

type Write = (deps: Deps, text: WaitingText, answers: boolean) => Promise<ComposedText>;

const reminder: Write = async (deps, text, answers) => {
  const { reads, messaging, now } = deps;
  const visit = await reads.visit(text.id);
  if (!visit || visit.status !== 'confirmed' || visit.start <= now()) return { needless: 'visit-changed' };
  const to = numberOf(messaging, visit, text);
  if (to === null) return { needless: 'number-changed' };
  const { plainLetters, serviceInTexts } = await reads.settings(text.proId);
  const isFirst = await messaging.ledger.isFirst(text);
  const written = visitText({
    ...visit,
    professional: isFirst ? null : visit.professional,
    service: isFirst || !serviceInTexts ? null : visit.service,
    link: await linkOf(deps, text, {
      ...(visit.ask
        ? { purpose: 'answer', target: [visit.bookingId, ...visit.others].join(' ') }
        : { purpose: 'visit', target: visit.bookingId }),
      ends: visit.end,
    }),
    stop: isFirst && answers,
    plain: plainLetters,
  });
  return { to, text: written };
};

const offer: Write = async (deps, text, answers) => {
  const { reads, messaging, now } = deps;
  const found = await reads.offer(text.id);
  if (!found || offerMessageId(found.offerId) !== text.id || found.until <= now())
    return { needless: 'withdrawn' };
  const to = numberOf(messaging, found, text);
  if (to === null) return { needless: 'number-changed' };
  const { plainLetters } = await reads.settings(text.proId);
  const isFirst = await messaging.ledger.isFirst(text);
  const written = offerText({
    ...found,
    professional: isFirst ? null : found.professional,
    link: await linkOf(deps, text, { purpose: 'offer', target: found.offerId, ends: found.until }),
    stop: isFirst && answers,
    plain: plainLetters,
  });
  return { to, text: written };
};

const recall: Write = async (deps, text, answers) => {
  const { reads, messaging, now } = deps;
  const found = await reads.recall(text.id);
  if (!found || found.slug === null || found.until <= now()) return { needless: 'withdrawn' };
  const to = numberOf(messaging, found, text);
  if (to === null) return { needless: 'number-changed' };
  const { plainLetters } = await reads.settings(text.proId);
  const { patientId, slug, serviceId, until: ends } = found;
  const target = `${slug}/?service=${encodeURIComponent(serviceId)}`;
  const written = recallText({
    ...found,
    professional: (await messaging.ledger.isFirst(text)) ? null : found.professional,
    link: await linkOf(deps, text, { purpose: 'book', target, ends }),
    stop: answers ? null : await linkOf(deps, text, { purpose: 'messages', target: patientId, ends }),
    plain: plainLetters,
  });
  return { to, text: written };
};

const writers: Readonly<Record<string, Write>> = { reminder, offer, recall };

/** Creates the function that writes a text as of now. */
export const createTextCompose =
  (deps: Deps) =>
  async (text: WaitingText, answers: boolean): Promise<ComposedText> => {
    const writer = writers[text.purpose];
    if (!writer) throw new Error(`no words for texts of the purpose ${text.purpose}`);
    return writer(deps, text, answers);
  };
