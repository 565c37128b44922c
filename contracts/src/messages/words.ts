import type { Language } from '../language.ts';
import { plainLetters } from './segments.ts';

// Readers are in Europe, so English uses British dates.
const locales: Record<Language, string> = { it: 'it-IT', en: 'en-GB', es: 'es-ES' };

/** Facts of a text about a visit. */
export type VisitText = {
  readonly language: Language;
  readonly clinic: string;
  /** Null in the first text to a number. */
  readonly professional: string | null;
  /** Null unless the professional chose to name services. */
  readonly service: string | null;
  readonly start: Date;
  readonly timezone: string;
  readonly link: string;
  /** Whether the text asks if the patient will come. */
  readonly ask: boolean;
  /** Whether the text says how to stop texts by an answer. */
  readonly stop: boolean;
  /** Whether accented letters become plain ones. */
  readonly plain: boolean;
};

type When = Pick<VisitText, 'language' | 'start' | 'timezone'>;

const hourIn = ({ language, start, timezone: timeZone }: When): string =>
  new Intl.DateTimeFormat(locales[language], {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(start);

/** Formats day and hour briefly, as in `lun 30 nov, 09:00`. */
const whenIn = (facts: When): string => {
  const { language, start, timezone: timeZone } = facts;
  const day = new Intl.DateTimeFormat(locales[language], {
    timeZone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
  });
  return `${day.format(start).replaceAll(/[,.]/g, '')}, ${hourIn(facts)}`;
};

type Words = Readonly<
  Record<'visit' | 'with' | 'see' | 'ask' | 'free' | 'until' | 'next' | 'book' | 'stop' | 'leave', string>
>;

const words: Record<Language, Words> = {
  it: {
    visit: 'appuntamento',
    with: 'con',
    see: 'Dettagli',
    ask: 'Verrai?',
    free: 'orario libero',
    until: 'Rispondi entro le',
    next: 'è ora di una nuova visita',
    book: 'Prenota',
    stop: 'STOP per non ricevere SMS',
    leave: 'Stop:',
  },
  en: {
    visit: 'appointment',
    with: 'with',
    see: 'Details',
    ask: 'Will you come?',
    free: 'a time is free',
    until: 'Answer by',
    next: 'it is time for your next visit',
    book: 'Book',
    stop: 'Reply STOP for no more texts',
    leave: 'Stop:',
  },
  es: {
    visit: 'cita',
    with: 'con',
    see: 'Detalles',
    ask: '¿Vendrá?',
    free: 'hora libre',
    until: 'Responda antes de las',
    next: 'toca una nueva visita',
    book: 'Reserve',
    stop: 'STOP para no recibir SMS',
    leave: 'Baja:',
  },
};

/** Writes a text about a visit: clinic, professional, day, hour and a link, which comes last or before the stop. */
export const visitText = (facts: VisitText): string => {
  const { clinic, professional, service, link, ask, stop, plain, language } = facts;
  const say = words[language];
  const what = service ?? say.visit;
  const by = professional === null ? '' : ` ${say.with} ${professional}`;
  const end = stop ? [say.stop] : [];
  const text = [
    `${clinic}: ${what}${by} ${whenIn(facts)}.`,
    `${ask ? say.ask : say.see} ${link}`,
    ...end,
  ].join(' ');
  return plain ? plainLetters(text) : text;
};

/** Facts of a text that offers a free time. */
export type OfferText = Omit<VisitText, 'service' | 'ask'> & {
  readonly until: Date;
  /** Number of further times to choose from. */
  readonly more: number;
};

/** Writes a text that offers a free time: clinic, professional, day, hour, deadline and a link. */
export const offerText = (facts: OfferText): string => {
  const { clinic, professional, until, more, link, stop, plain, language } = facts;
  const say = words[language];
  const by = professional === null ? '' : ` ${say.with} ${professional}`;
  const others = more > 0 ? ` (+${more})` : '';
  const text = [
    `${clinic}: ${say.free}${by} ${whenIn(facts)}${others}.`,
    `${say.until} ${hourIn({ ...facts, start: until })}: ${link}`,
    ...(stop ? [say.stop] : []),
  ].join(' ');
  return plain ? plainLetters(text) : text;
};

/** Facts of a text that invites to a next visit. */
export type RecallText = Pick<VisitText, 'language' | 'clinic' | 'professional' | 'link' | 'plain'> & {
  /** Link to the person's own page of messages; null if they can answer with STOP. */
  readonly stop: string | null;
};

/** Writes a text that invites to a next visit: clinic, professional, the booking page, and how to get no more. */
export const recallText = ({ language, clinic, professional, link, stop, plain }: RecallText): string => {
  const say = words[language];
  const by = professional === null ? '' : ` ${say.with} ${professional}`;
  const end = stop === null ? say.stop : `${say.leave} ${stop}`;
  const text = `${clinic}: ${say.next}${by}. ${say.book} ${link} ${end}`;
  return plain ? plainLetters(text) : text;
};
