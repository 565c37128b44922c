import type { Language } from '@visita/contracts/language';
import { type Detail, htmlOf, type Letter, textOf } from './layout.ts';
import { escapeHtml, fill, oneLine, type Slots, withoutLinks } from './slots.ts';
import type { Template, Texts } from './texts.ts';

/** A rendered mail without its recipient. */
export type Rendered = {
  /** Sender's name. */
  readonly from: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
};

export type Render = (template: Template, language: Language, slots: Slots) => Rendered;

/** Creates the renderer. Each letter is built once per language; then only its slots are filled. */
export const createRender = (texts: Texts): Render => {
  const compiled = new Map<string, Letter & { html: string }>();
  return (template, language, slots) => {
    // Names that look like links are left out: mail programs would turn them into links.
    const named = slots['patient'] !== undefined && isPlainName(slots['patient']);
    const { attendee } = slots;
    const attended = attendee !== undefined && isPlainName(attendee);
    const says = (name: string) => slots[name] !== undefined;
    const variant = {
      named,
      attended,
      moved: says('before'),
      reached: says('contact'),
      bookable: says('page'),
      also: says('also'),
      several: says('also') || says('several'),
      asks: says('asks'),
      directed: says('directions'),
      brings: says('toBring'),
      orphaned: says('orphaned'),
      groups: Number(slots['groups'] ?? 0),
      single: slots['count'] === '1',
    };
    const manage = manageOf(slots);
    const key = [language, template, manage.button, ...Object.values(variant)].join(' ');
    const letter =
      compiled.get(key) ?? laidOut(letterOf(texts, template, language, { ...variant, manage }), language);
    compiled.set(key, letter);
    return {
      from: oneLine(fill(letter.from, withoutLinks(slots))),
      subject: oneLine(fill(letter.subject, slots)),
      text: fill(textOf(letter), withoutLinks(slots)),
      html: fill(letter.html, withoutLinks(slots), htmlLines),
    };
  };
};

/** Escapes a value for HTML and keeps its line breaks. */
const htmlLines = (value: string): string => escapeHtml(value).replaceAll('\n', '<br />');

const isPlainName = (name: string): boolean =>
  /^[\p{L}\p{M}\p{N} .,'’()-]{1,80}$/u.test(name) && !/\.[\p{L}\p{N}]/u.test(name);

const toPatients: ReadonlySet<Template> = new Set([
  'confirmation-request',
  'online-booking-suspended',
  'known-patients-only',
  'one-appointment-only',
  'booked-by-pro',
  'series-booked',
  'series-corrected',
  'series-moved',
  'series-cancelled',
  'confirmed',
  'corrected',
  'moved',
  'cancelled',
  'clinic-gone',
  'reminder',
  'planned-reminder',
  'time-offered',
  'visit-survey',
]);
/** Mails of a clinic about a waiting list, without a time. */
const aboutWaiting: ReadonlySet<Template> = new Set(['waiting-request', 'offer-gone']);
const toTreating: ReadonlySet<Template> = new Set([
  'reminder-pro',
  'booked-online',
  'moved-by-patient',
  'cancelled-by-patient',
]);
/** Mails with the link to see, move and cancel the booking. */
const manageable: ReadonlySet<Template> = new Set([
  'booked-by-pro',
  'confirmed',
  'corrected',
  'moved',
  'reminder',
  'planned-reminder',
]);

/** Returns the texts for the link: move or cancel, only cancel, or only see. */
const manageOf = ({ until, cancelUntil }: Slots) => {
  if (until !== undefined) return { button: 'manage.button', until: 'manage.until' } as const;
  if (cancelUntil !== undefined)
    return { button: 'manage.cancelButton', until: 'manage.cancelUntil' } as const;
  return { button: 'manage.buttonLate', until: null } as const;
};

type Variant = {
  /** Whether the patient's name may be shown. */
  readonly named: boolean;
  /** Whether another person than the recipient attends, whose name may be shown. */
  readonly attended: boolean;
  /** Texts about moving and cancelling. */
  readonly manage: ReturnType<typeof manageOf>;
  /** Whether there was a former time. */
  readonly moved: boolean;
  /** Whether the clinic's contact is known. */
  readonly reached: boolean;
  /** Whether the professional can be booked online. */
  readonly bookable: boolean;
  /** Whether the mail names further visits. */
  readonly also: boolean;
  /** Whether the mail is about several times. */
  readonly several: boolean;
  /** Whether the mail asks if the patient will come. */
  readonly asks: boolean;
  /** Whether the clinic has directions. */
  readonly directed: boolean;
  /** Whether the patient is to bring something. */
  readonly brings: boolean;
  /** Whether visits to be reassigned are the last group of a day sheet. */
  readonly orphaned: boolean;
  /** Number of professionals whose visits a day sheet lists. */
  readonly groups: number;
  /** Whether a day sheet has one visit. */
  readonly single: boolean;
};

const letterOf = (texts: Texts, template: Template, language: Language, variant: Variant): Letter => {
  const text = (name: string): string => {
    const found = texts(language, template, name);
    if (found === undefined) throw new Error(`${template} has no ${name} in ${language}`);
    return found;
  };
  const {
    named,
    attended,
    manage,
    moved,
    reached,
    bookable,
    also,
    several,
    asks,
    directed,
    brings,
    groups,
    orphaned,
    single,
  } = variant;
  /** Returns the text about several times, if the template has one. */
  const counted = (name: string): string =>
    (several ? texts(language, template, `${name}Several`) : undefined) ?? text(name);
  const details = (who: readonly Detail[]): Detail[] => [
    [text('labels.when'), '{{when}}'],
    ...(moved ? [[text('labels.before'), '{{before}}', 'over'] as const] : []),
    [text('labels.service'), `{{service}} ({{minutes}}\u00a0${text('minutes')})`],
    ...who,
    [text('labels.place'), '{{place}}'],
    ...(directed ? [[text('labels.directions'), '{{directions}}'] as const] : []),
    ...(brings ? [[text('labels.toBring'), '{{toBring}}'] as const] : []),
    ...(also ? [[text('labels.also'), '{{also}}'] as const] : []),
  ];
  const ways: Detail[] = [
    ...(reached ? [[text('labels.contact'), '{{contact}}'] as const] : []),
    ...(bookable ? [[text('labels.page'), '{{page}}'] as const] : []),
  ];
  const manages = manageable.has(template);
  const shared = {
    subject: counted('subject'),
    heading: counted('heading'),
    greeting: text('greetingUnnamed'),
    intro: counted('intro'),
    details: [],
    button: manages ? text(asks ? 'ask.button' : manage.button) : texts(language, template, 'button'),
    linkHint: text('linkHint'),
    notes: [
      ...(asks ? [text('ask.note')] : []),
      ...(manages && manage.until ? [text(manage.until)] : []),
      text('note'),
    ],
    footer: text('footer'),
  };
  if (toPatients.has(template)) {
    const greeting = text(named ? 'greeting' : 'greetingUnnamed');
    const who: Detail[] = [[text('labels.professional'), '{{professional}}']];
    if (attended) who.unshift([text('labels.attendee'), '{{attendee}}']);
    return { ...shared, from: '{{clinic}}', greeting, details: [...details(who), ...ways] };
  }
  if (template === 'recall') {
    const greeting = text(named ? 'greeting' : 'greetingUnnamed');
    const asked: Detail[] = [
      ...(attended ? [[text('labels.attendee'), '{{attendee}}'] as const] : []),
      [text('labels.service'), '{{service}}'],
      [text('labels.professional'), '{{professional}}'],
      [text('labels.place'), '{{place}}'],
      ...(reached ? [[text('labels.contact'), '{{contact}}'] as const] : []),
    ];
    const intro = text(attended ? 'introAttendee' : 'intro');
    const button = bookable ? shared.button : undefined;
    return { ...shared, from: '{{clinic}}', greeting, intro, details: asked, button };
  }
  if (template === 'day-sheet') {
    const list = Array.from({ length: groups }, (_, nth): Detail => {
      const last = orphaned && nth === groups - 1;
      return [last ? text('orphaned') : `{{name${nth}}}`, `{{visits${nth}}}`, 'list'];
    });
    return { ...shared, from: '{{clinic}}', intro: text(single ? 'introOne' : 'intro'), details: list };
  }
  if (aboutWaiting.has(template)) {
    const greeting = text(named ? 'greeting' : 'greetingUnnamed');
    const asked: Detail[] = [
      [text('labels.service'), '{{service}}'],
      [text('labels.place'), '{{place}}'],
    ];
    return { ...shared, from: '{{clinic}}', greeting, details: asked };
  }
  if (!toTreating.has(template)) return { ...shared, from: 'Visita' };
  // A pro's mail names the patient, not the professional.
  const who: Detail[] = named ? [[text('labels.patient'), '{{patient}}']] : [];
  return { ...shared, from: '{{clinic}}', details: details(who) };
};

const laidOut = (letter: Letter, language: Language) => ({ ...letter, html: htmlOf(letter, language) });
