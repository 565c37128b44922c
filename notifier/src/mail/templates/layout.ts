import skeletons from './skeletons.json' with { type: 'json' };
import { escapeHtml } from './slots.ts';

/** A part of the details; `over` marks the former value, `list` a value of several lines. */
export type Detail = readonly [label: string, value: string, kind?: 'over' | 'list'];

/** Parts of a mail in reading order, with `{{slots}}`. */
export type Letter = {
  /** Sender's name: the clinic, or Visita itself. */
  readonly from: string;
  readonly subject: string;
  readonly heading: string;
  readonly greeting: string;
  readonly intro: string;
  readonly details: readonly Detail[];
  /** Label of the button that links to the slot `link`. */
  readonly button: string | undefined;
  readonly linkHint: string;
  readonly notes: readonly string[];
  readonly footer: string;
};

/** Returns the text part, with the bare link. */
export const textOf = (letter: Letter): string =>
  [
    `${letter.greeting}\n${letter.intro}`,
    letter.details
      .map(([label, value, kind]) => (kind === 'list' ? `${label}\n${value}\n` : `${label}: ${value}`))
      .join('\n'),
    letter.button === undefined ? '' : `${letter.button}:\n{{link}}`,
    letter.notes.join('\n'),
    `-- \n${letter.footer}`,
  ]
    .filter((part) => part !== '')
    .join('\n\n');

/** Returns the details of a visit as list items. */
const detailsIn = (details: readonly Detail[]): string =>
  details
    .map(
      ([label, value, kind]) =>
        `<dt>${kind === 'list' ? `<b>${escapeHtml(label)}</b>` : escapeHtml(label)}</dt><dd${kind ? ` class="${kind}"` : ''}>${escapeHtml(value)}</dd>`,
    )
    .join('');

/** Returns the HTML part: the letter's texts in the layout compiled by `bin/build-mails.ts`. */
export const htmlOf = (letter: Letter, language: string): string => {
  const { subject, intro, from, heading, greeting, footer, button, details } = letter;
  const words = { language, subject, intro, from, heading, greeting, footer, button: button ?? '' };
  const anchor = (slot: string) => `<a class="link" href="${slot}" style="color:inherit">${slot}</a>`;
  const bare = `<p>${escapeHtml(letter.linkHint)}<br />${anchor('{{link}}')}</p>`;
  const parts: Readonly<Record<string, string>> = {
    ...Object.fromEntries(Object.entries(words).map(([name, text]) => [name, escapeHtml(text)])),
    details: detailsIn(details),
    notes: letter.notes
      .map((note) => `<p>${escapeHtml(note).replace('{{leave}}', anchor('{{leave}}'))}</p>`)
      .join(''),
    bareLink: button === undefined ? '' : bare,
  };
  const skeleton =
    details.length > 0
      ? skeletons[button === undefined ? 'details' : 'detailsButton']
      : skeletons[button === undefined ? 'plain' : 'button'];
  return skeleton.replaceAll(/\[\[(\w+)\]\]/g, (_, name: string) => parts[name] ?? '');
};
