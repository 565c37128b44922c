import type { Language } from '@visita/contracts/language';
import { plainLetters } from '@visita/contracts/messages/segments';

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

/** Formats day and hour briefly, as in `lun 30 nov, 09:00`. */
const whenIn = ({ language, start, timezone: timeZone }: VisitText): string => {
  const day = new Intl.DateTimeFormat(locales[language], {
    timeZone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
  });
  const time = new Intl.DateTimeFormat(locales[language], {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  return `${day.format(start).replaceAll(/[,.]/g, '')}, ${time.format(start)}`;
};

type Words = Readonly<Record<'visit' | 'with' | 'see' | 'ask' | 'stop', string>>;

const words: Record<Language, Words> = {
  it: {
    visit: 'appuntamento',
    with: 'con',
    see: 'Dettagli',
    ask: 'Verrai?',
    stop: 'STOP per non ricevere SMS',
  },
  en: {
    visit: 'appointment',
    with: 'with',
    see: 'Details',
    ask: 'Will you come?',
    stop: 'Reply STOP for no more texts',
  },
  es: { visit: 'cita', with: 'con', see: 'Detalles', ask: '¿Vendrá?', stop: 'STOP para no recibir SMS' },
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
