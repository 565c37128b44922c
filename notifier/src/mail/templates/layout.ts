import { escapeHtml } from './slots.ts';

/** One line of what an appointment is; `over` is what it was before. */
export type Detail = readonly [label: string, value: string, over?: 'over'];

/** The parts of a mail, in reading order, with `{{slots}}`. */
export type Letter = {
  /** On whose behalf it comes: the clinic, or Visita itself. */
  readonly from: string;
  readonly subject: string;
  readonly heading: string;
  readonly greeting: string;
  readonly intro: string;
  readonly details: readonly Detail[];
  /** What the button says; it leads to the slot `link`. */
  readonly button: string | undefined;
  readonly linkHint: string;
  readonly notes: readonly string[];
  readonly footer: string;
};

/** The text part: the same words, the link bare. */
export const textOf = (letter: Letter): string =>
  [
    `${letter.greeting}\n${letter.intro}`,
    letter.details.map(([label, value]) => `${label}: ${value}`).join('\n'),
    letter.button === undefined ? '' : `${letter.button}:\n{{link}}`,
    letter.notes.join('\n'),
    `-- \n${letter.footer}`,
  ]
    .filter((part) => part !== '')
    .join('\n\n');

const light = { text: '#1f2933', quiet: '#52606d', page: '#ffffff', line: '#cbd2d9', brand: '#0b5c66' };
const dark = { text: '#f5f7fa', quiet: '#cbd2d9', page: '#16191d', line: '#3e4c59', brand: '#5cc0cc' };
/** Of buttons, whose words are white in both. */
const button = { light: light.brand, dark: '#117a87' };

const style = `
  h1 { font-size: 22px; line-height: 1.3; margin: 0; font-weight: 600; }
  p { margin: 0 0 12px; }
  dl { margin: 0; }
  dt { font-size: 14px; line-height: 1.4; color: ${light.quiet}; }
  dd { margin: 0 0 10px; font-weight: 600; overflow-wrap: anywhere; }
  dd.over { font-weight: 400; text-decoration: line-through; }
  .link { overflow-wrap: anywhere; }
  @media (prefers-color-scheme: dark) {
    body, .page, .page > div { background: ${dark.page} !important; }
    .words div, .words a { color: ${dark.text} !important; }
    .quiet div, .quiet a, .words div dt { color: ${dark.quiet} !important; }
    .brand div { color: ${dark.brand} !important; }
    .button td, .button a { background: ${button.dark} !important; }
    .line p { border-top-color: ${dark.line} !important; }
  }`;

const buttonOf = (letter: Letter): string =>
  letter.button === undefined
    ? ''
    : `<mj-button css-class="button" href="{{link}}" align="left" background-color="${button.light}" color="#ffffff"
          font-size="17px" font-weight="600" inner-padding="14px 24px" border-radius="6px" padding="8px 24px 16px">
          ${escapeHtml(letter.button)}
        </mj-button>`;

/** MJML of the HTML part. */
export const mjmlOf = (letter: Letter, language: string): string => {
  const text = escapeHtml;
  const details = letter.details.map(
    ([label, value, over]) => `<dt>${text(label)}</dt><dd${over ? ' class="over"' : ''}>${text(value)}</dd>`,
  );
  const notes = letter.notes.map((note) => `<p>${text(note)}</p>`);
  const bareLink =
    letter.button === undefined
      ? ''
      : `<p>${text(letter.linkHint)}<br /><a class="link" href="{{link}}" style="color:inherit">{{link}}</a></p>`;
  return `<mjml lang="${language}" dir="ltr">
    <mj-head>
      <mj-title>${text(letter.subject)}</mj-title>
      <mj-preview>${text(letter.intro)}</mj-preview>
      <mj-raw>
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
      </mj-raw>
      <mj-attributes>
        <mj-all font-family="system-ui, -apple-system, 'Segoe UI', Arial, sans-serif" />
        <mj-text font-size="16px" line-height="1.5" color="${light.text}" padding="8px 24px" />
      </mj-attributes>
      <mj-style>${style}</mj-style>
    </mj-head>
    <mj-body background-color="${light.page}" css-class="page">
      <mj-section padding="16px 0"><mj-column>
        <mj-text css-class="brand" font-weight="600" color="${light.brand}">${text(letter.from)}</mj-text>
        <mj-text css-class="words"><h1>${text(letter.heading)}</h1></mj-text>
        <mj-text css-class="words"><p>${text(letter.greeting)}</p><p>${text(letter.intro)}</p></mj-text>
        ${details.length > 0 ? `<mj-text css-class="words"><dl>${details.join('')}</dl></mj-text>` : ''}
        ${buttonOf(letter)}
        <mj-text css-class="words">${notes.join('')}</mj-text>
        <mj-divider css-class="line" border-width="1px" border-color="${light.line}" padding="8px 24px" />
        <mj-text css-class="quiet" font-size="14px" color="${light.quiet}">${bareLink}<p>${text(letter.footer)}</p></mj-text>
      </mj-column></mj-section>
    </mj-body>
  </mjml>`;
};
