/**
 * `node bin/build-mails.ts`: compiles the layout of all mails with MJML, so that the product does not need
 * it. The output is committed; a test compiles it again and compares.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { fontStack } from '@visita/contracts/fonts';
import mjml from 'mjml';

const target = join(import.meta.dirname, '../notifier/src/mail/templates/skeletons.json');

const light = { text: '#1f2933', quiet: '#52606d', page: '#ffffff', line: '#cbd2d9', brand: '#0b5c66' };
const dark = { text: '#f5f7fa', quiet: '#cbd2d9', page: '#16191d', line: '#3e4c59', brand: '#5cc0cc' };
/** Button colours with enough contrast for white text in both modes. */
const button = { light: light.brand, dark: '#117a87' };

const style = `
  h1 { font-size: 22px; line-height: 1.3; margin: 0; font-weight: 700; }
  p { margin: 0 0 12px; }
  dl { margin: 0; }
  dt { font-size: 14px; line-height: 1.4; color: ${light.quiet}; }
  dd { margin: 0 0 10px; font-weight: 700; overflow-wrap: anywhere; }
  dd.over { font-weight: 400; text-decoration: line-through; }
  dd.list { font-weight: 400; }
  .link { overflow-wrap: anywhere; }
  @media (prefers-color-scheme: dark) {
    body, .page, .page > div { background: ${dark.page} !important; }
    .words div, .words a { color: ${dark.text} !important; }
    .quiet div, .quiet a, .words div dt { color: ${dark.quiet} !important; }
    .brand div { color: ${dark.brand} !important; }
    .button td, .button a { background: ${button.dark} !important; }
    .line p { border-top-color: ${dark.line} !important; }
  }`;

const buttonOf = `<mj-button css-class="button" href="{{link}}" align="left" background-color="${button.light}" color="#ffffff"
    font-size="17px" font-weight="700" inner-padding="14px 24px" border-radius="6px" padding="8px 24px 16px">
    [[button]]
  </mj-button>`;

type Parts = { readonly details: boolean; readonly button: boolean };

const sourceOf = (parts: Parts): string => `<mjml lang="[[language]]" dir="ltr">
  <mj-head>
    <mj-title>[[subject]]</mj-title>
    <mj-preview>[[intro]]</mj-preview>
    <mj-raw>
      <meta name="color-scheme" content="light dark" />
      <meta name="supported-color-schemes" content="light dark" />
    </mj-raw>
    <mj-attributes>
      <mj-all font-family="${fontStack}" />
      <mj-text font-size="16px" line-height="1.5" color="${light.text}" padding="8px 24px" />
    </mj-attributes>
    <mj-style>${style}</mj-style>
  </mj-head>
  <mj-body background-color="${light.page}" css-class="page">
    <mj-section padding="16px 0"><mj-column>
      <mj-text css-class="brand" font-weight="700" color="${light.brand}">[[from]]</mj-text>
      <mj-text css-class="words"><h1>[[heading]]</h1></mj-text>
      <mj-text css-class="words"><p>[[greeting]]</p><p>[[intro]]</p></mj-text>
      ${parts.details ? '<mj-text css-class="words"><dl>[[details]]</dl></mj-text>' : ''}
      ${parts.button ? buttonOf : ''}
      <mj-text css-class="words">[[notes]]</mj-text>
      <mj-divider css-class="line" border-width="1px" border-color="${light.line}" padding="8px 24px" />
      <mj-text css-class="quiet" font-size="14px" color="${light.quiet}">[[bareLink]]<p>[[footer]]</p></mj-text>
    </mj-column></mj-section>
  </mj-body>
</mjml>`;

const compile = async (parts: Parts): Promise<string> => {
  const { html } = await mjml(sourceOf(parts), {
    validationLevel: 'strict',
    keepComments: false,
    // MJML links web fonts by name; loading one would reveal when the mail was read.
    fonts: {},
  });
  return html;
};

/** Compiles the HTML of mails with and without details and button; `[[names]]` are filled for each mail. */
export const compileSkeletons = async () => ({
  plain: await compile({ details: false, button: false }),
  button: await compile({ details: false, button: true }),
  details: await compile({ details: true, button: false }),
  detailsButton: await compile({ details: true, button: true }),
});

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  writeFileSync(target, `${JSON.stringify(await compileSkeletons(), null, 2)}\n`);
