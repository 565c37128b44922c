import mjml from 'mjml';
import type { Language } from '@visita/contracts/language';
import { mjmlOf, textOf, type Letter } from './layout.ts';
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
    const named = slots['patient'] === undefined || isPlainName(slots['patient']);
    const key = `${language} ${template} ${named}`;
    const ready = compiled.get(key) ?? compile(letterOf(texts, template, language, named), language);
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

const aboutAppointments: ReadonlySet<Template> = new Set([
  'confirmation-request',
  'booked-by-pro',
  'confirmed',
  'moved',
  'cancelled',
  'clinic-gone',
  'reminder',
  'reminder-pro',
]);

const letterOf = (texts: Texts, template: Template, language: Language, named: boolean): Letter => {
  const text = (name: string): string => {
    const found = texts(language, template, name);
    if (found === undefined) throw new Error(`${template} has no ${name} in ${language}`);
    return found;
  };
  const details = [
    [text('labels.when'), '{{when}}'],
    [text('labels.service'), `{{service}} ({{minutes}} ${text('minutes')})`],
    // Pros know themselves, and want to know who comes.
    ...(template !== 'reminder-pro'
      ? [[text('labels.professional'), '{{professional}}'] as const]
      : named
        ? [[text('labels.patient'), '{{patient}}'] as const]
        : []),
    [text('labels.place'), '{{place}}'],
  ] as const;
  return {
    subject: text('subject'),
    heading: text('heading'),
    greeting: text(named ? 'greeting' : 'greetingUnnamed'),
    intro: text('intro'),
    details: aboutAppointments.has(template) ? details : [],
    button: texts(language, template, 'button'),
    linkHint: text('linkHint'),
    note: text('note'),
    footer: text('footer'),
  };
};

const compile = async (letter: Letter, language: Language): Promise<Letter & { html: string }> => {
  const { html } = await mjml(mjmlOf(letter, language), {
    validationLevel: 'strict',
    keepComments: false,
    // MJML links web fonts whose names it sees; a mail that loads something tells when it was read.
    fonts: {},
  });
  return { ...letter, html };
};
