import type { Language } from '@visita/contracts/language';
import { type Detail, type Letter, mjmlOf, textOf } from './layout.ts';
import { escapeHtml, fill, oneLine, type Slots } from './slots.ts';
import type { Template, Texts } from './texts.ts';

/** What a mail says, but for to whom. */
export type Rendered = { readonly subject: string; readonly text: string; readonly html: string };

export type Render = (template: Template, language: Language, slots: Slots) => Promise<Rendered>;

/** Makes the renderer. Each template is compiled once a language, then only its slots are filled. */
export const createRender = (texts: Texts): Render => {
  const compiled = new Map<string, Promise<Letter & { html: string }>>();
  return async (template, language, slots) => {
    // Names that could pass for a link are left out: mail programs would make one of them.
    const named = slots['patient'] !== undefined && isPlainName(slots['patient']);
    const variant = { named, changeable: 'until' in slots, moved: 'before' in slots };
    const key = [language, template, ...Object.values(variant)].join(' ');
    const ready = compiled.get(key) ?? compile(letterOf(texts, template, language, variant), language);
    compiled.set(key, ready);
    const letter = await ready;
    return {
      subject: oneLine(fill(letter.subject, slots)),
      text: fill(textOf(letter), slots),
      html: fill(letter.html, slots, escapeHtml),
    };
  };
};

const isPlainName = (name: string): boolean =>
  /^[\p{L}\p{M}\p{N} .,'’()-]{1,80}$/u.test(name) && !/\.[\p{L}\p{N}]/u.test(name);

const toPatients: ReadonlySet<Template> = new Set([
  'confirmation-request',
  'booked-by-pro',
  'confirmed',
  'moved',
  'cancelled',
  'clinic-gone',
  'reminder',
]);
const toTreating: ReadonlySet<Template> = new Set([
  'reminder-pro',
  'booked-online',
  'moved-by-patient',
  'cancelled-by-patient',
]);
/** Those with the link by which patients see, move and cancel. */
const manageable: ReadonlySet<Template> = new Set(['booked-by-pro', 'confirmed', 'moved', 'reminder']);

type Variant = {
  /** The patient's name may be shown. */
  readonly named: boolean;
  /** The patient may still change the appointment. */
  readonly changeable: boolean;
  /** There was another time before. */
  readonly moved: boolean;
};

const letterOf = (texts: Texts, template: Template, language: Language, variant: Variant): Letter => {
  const text = (name: string): string => {
    const found = texts(language, template, name);
    if (found === undefined) throw new Error(`${template} has no ${name} in ${language}`);
    return found;
  };
  const { named, changeable, moved } = variant;
  const details = (who: readonly Detail[]): Detail[] => [
    [text('labels.when'), '{{when}}'],
    ...(moved ? [[text('labels.before'), '{{before}}', 'over'] as const] : []),
    [text('labels.service'), `{{service}} ({{minutes}}\u00a0${text('minutes')})`],
    ...who,
    [text('labels.place'), '{{place}}'],
  ];
  const manages = manageable.has(template);
  const shared = {
    subject: text('subject'),
    heading: text('heading'),
    greeting: text('greetingUnnamed'),
    intro: text('intro'),
    details: [],
    button: manages
      ? text(changeable ? 'manage.button' : 'manage.buttonLate')
      : texts(language, template, 'button'),
    linkHint: text('linkHint'),
    notes: [...(manages && changeable ? [text('manage.until')] : []), text('note')],
    footer: text('footer'),
  };
  if (toPatients.has(template)) {
    const greeting = text(named ? 'greeting' : 'greetingUnnamed');
    const who: Detail = [text('labels.professional'), '{{professional}}'];
    return { ...shared, from: '{{clinic}}', greeting, details: details([who]) };
  }
  if (!toTreating.has(template)) return { ...shared, from: 'Visita' };
  // Pros know themselves, and want to know who comes.
  const who: Detail[] = named ? [[text('labels.patient'), '{{patient}}']] : [];
  return { ...shared, from: '{{clinic}}', details: details(who) };
};

const compile = async (letter: Letter, language: Language): Promise<Letter & { html: string }> => {
  // A third of all files that the product consists of: loaded with the first mail, not with the product.
  const { default: mjml } = await import('mjml');
  const { html } = await mjml(mjmlOf(letter, language), {
    validationLevel: 'strict',
    keepComments: false,
    // MJML links web fonts whose names it sees; a mail that loads something tells when it was read.
    fonts: {},
  });
  return { ...letter, html };
};
