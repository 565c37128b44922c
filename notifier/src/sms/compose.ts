import { mobileOf } from '@visita/contracts/messages/mobile';
import type { WaitingText } from '@visita/platform/messages/ledger';
import type { Messaging } from '@visita/platform/messages/messaging';
import type { TextReads, TextVisit } from './reads.ts';
import { visitText } from './words.ts';

/** A text ready for its gateway; a reason if it has become needless. */
export type ComposedText = { readonly to: string; readonly text: string } | { readonly needless: string };

type Deps = {
  reads: TextReads;
  messaging: Pick<Messaging, 'links' | 'numbers' | 'ledger'>;
  publicOrigin: string;
  /** Days that links keep working after the visit's end, in ms. */
  linksLast: number;
  now: () => Date;
};

/** Returns the visit's number if it still is the one for which the text was planned. */
const numberOf = (
  { numbers }: Pick<Messaging, 'numbers'>,
  visit: TextVisit,
  text: WaitingText,
): string | null => {
  const number = mobileOf(visit);
  return number !== null && numbers.all(number).includes(text.number) ? number : null;
};

/** Creates the function that writes a reminder as of now. */
export const createTextCompose = (deps: Deps) => {
  const { reads, messaging, publicOrigin, linksLast, now } = deps;
  return async (text: WaitingText, answers: boolean): Promise<ComposedText> => {
    const visit = await reads.visit(text.id);
    if (!visit || visit.status !== 'confirmed' || visit.start <= now()) return { needless: 'visit-changed' };
    const to = numberOf(messaging, visit, text);
    if (to === null) return { needless: 'number-changed' };
    const { plainLetters, serviceInTexts } = await reads.settings(text.proId);
    const isFirst = await messaging.ledger.isFirst(text);
    const expires = new Date(visit.end.getTime() + linksLast);
    const code = await messaging.links.issue(
      { purpose: 'visit', target: visit.bookingId },
      { id: text.id, expires },
    );
    const written = visitText({
      ...visit,
      professional: isFirst ? null : visit.professional,
      service: isFirst || !serviceInTexts ? null : visit.service,
      link: `${publicOrigin}/m/${code}`,
      stop: isFirst && answers,
      plain: plainLetters,
    });
    return { to, text: written };
  };
};
