import { fontStack } from '@visita/contracts/fonts';
import { escapeHtml } from './templates/slots.ts';
import type { MailFile } from './transport.ts';

/** Styles of both pages, allowed by hash in the policy: the pages have no other files. */
export const devMailStyle = `
:root { color-scheme: light dark; --line: #cbd2d9; --quiet: #52606d; --link: #1d5fa8; --back: #fff; }
@media (prefers-color-scheme: dark) { :root { --line: #3e4c59; --quiet: #cbd2d9; --link: #90c2f5; --back: #16191d; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 56rem; padding: 1.5rem 1rem; background: var(--back);
  font: 1rem/1.5 ${fontStack}; }
h1 { font-size: 1.5rem; margin: 0 0 .25rem; overflow-wrap: anywhere; }
h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
a { color: var(--link); overflow-wrap: anywhere; }
.quiet { color: var(--quiet); margin: 0 0 1rem; }
ul { list-style: none; margin: 1rem 0 0; padding: 0; }
li { border-top: 1px solid var(--line); }
li a { display: grid; grid-template-columns: 1fr auto; gap: 0 1rem; padding: .75rem 0; text-decoration: none; }
li a:hover strong, li a:focus-visible strong { text-decoration: underline; }
li span { color: var(--quiet); font-size: .9rem; overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; margin: 1rem 0; }
dt { color: var(--quiet); }
dd { margin: 0; overflow-wrap: anywhere; }
iframe { width: 100%; height: 48rem; border: 1px solid var(--line); border-radius: .5rem; background: #fff; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; border: 1px solid var(--line); border-radius: .5rem; padding: 1rem; }
`;

const page = (title: string, language: string, body: string): string => `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${devMailStyle}</style>
</head>
<body>
${body}
</body>
</html>`;

export type Listed = { readonly name: string; readonly mail: MailFile };

const when = (time: string): string =>
  `<time datetime="${escapeHtml(time)}">${escapeHtml(time.slice(0, 19).replace('T', ' '))} UTC</time>`;

export const listPage = (mails: readonly Listed[]): string => {
  const items = mails.map(
    ({ name, mail }) => `<li><a href="/dev/mail/${escapeHtml(name)}">
<strong lang="${escapeHtml(mail.language)}">${escapeHtml(mail.subject)}</strong><span>${when(mail.time)}</span>
<span>${escapeHtml(mail.to)}</span></a></li>`,
  );
  const list = items.length > 0 ? `<ul>${items.join('\n')}</ul>` : '<p>No mail yet.</p>';
  const explained =
    'Without SMTP_URL nothing is sent: mails stay on this machine. Load again to see new ones.';
  return page('Mail', 'en', `<main><h1>Mail</h1><p class="quiet">${explained}</p>${list}</main>`);
};

/** Returns the page with one mail: headers, links and both parts. */
export const mailPage = ({ name, mail }: Listed): string => {
  const links = [...new Set(mail.text.match(/https?:\/\/[^\s<>"]+/g))].map(
    (link) => `<dt>Link</dt><dd><a href="${escapeHtml(link)}" rel="noreferrer">${escapeHtml(link)}</a></dd>`,
  );
  const language = escapeHtml(mail.language);
  const path = `/dev/mail/${escapeHtml(name)}/html`;
  return page(
    mail.subject,
    'en',
    `<nav><a href="/dev/mail">All mail</a></nav>
<main><h1 lang="${language}">${escapeHtml(mail.subject)}</h1>
<dl><dt>From</dt><dd>${escapeHtml(mail.from)}</dd><dt>To</dt><dd>${escapeHtml(mail.to)}</dd>
<dt>Date</dt><dd>${when(mail.time)}</dd><dt>File</dt><dd>${escapeHtml(name)}.eml</dd>${links.join('')}</dl>
<h2>HTML</h2>
<iframe title="HTML part" src="${path}" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>
<h2>Text</h2><pre lang="${language}">${escapeHtml(mail.text)}</pre></main>`,
  );
};
