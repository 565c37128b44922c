import type { OpenApiDocument, Operation } from '@visita/contracts/api/openapi';
import type { Json } from '@visita/contracts/api/openapi-schemas';
import { fontStack } from '@visita/contracts/fonts';

const escape = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);

const style = `
  body { font: 16px/1.5 ${fontStack}; margin: 0 auto; max-width: 60rem; padding: 1rem; color: #1b1f24; }
  h2 { margin-top: 2rem; } a { color: #0b57a4; }
  details { border-bottom: 1px solid #c9d1d9; padding: 0.4rem 0; }
  summary { cursor: pointer; } summary span { color: #4a5561; }
  code, pre { font: 14px/1.5 ui-monospace, monospace; overflow-wrap: anywhere; }
  pre { background: #f3f5f7; overflow: auto; padding: 0.6rem; }
  @media (prefers-color-scheme: dark) {
    body { background: #12161b; color: #e6eaee; } a { color: #8cc2ff; } summary span { color: #aab4bf; }
    pre { background: #1d242c; } details { border-color: #38424d; }
  }`;

const block = (title: string, json: Json | undefined): string =>
  json === undefined
    ? ''
    : `<h3>${title}</h3><pre tabindex="0">${escape(JSON.stringify(json, null, 2))}</pre>`;

const whoMay = ({ security }: Operation): string => {
  const names = security.map((one) => Object.keys(one).join(' and ') || 'anyone');
  return names.length === 0 ? 'anyone' : names.join(' or ');
};

const operation = (method: string, path: string, one: Operation): string => {
  const success = one.responses['200'] as { content: Record<string, { schema: Json }> };
  const refusals = Object.keys(one.responses).filter((status) => status !== '200');
  const parameters = one.parameters.map(
    ({ name, in: place, required }) =>
      `<li><code>${escape(name)}</code> in ${escape(place)}${required ? ', required' : ''}</li>`,
  );
  return `<details id="${escape(one.operationId)}">
<summary><code>${method.toUpperCase()} ${escape(path)}</code> <span>${escape(one.summary)}</span></summary>
<p>Who may call: ${escape(whoMay(one))}. ${escape(one.description)}</p>
<ul>${parameters.join('')}</ul>
${block('Body', one.requestBody?.content['application/json'].schema)}
${block('Answer', success.content['application/json']?.schema)}
<p>Refusals: ${refusals.join(', ')}, as <a href="#Problem">Problem</a>.</p>
</details>`;
};

const group = (name: string, { paths }: OpenApiDocument): string => {
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([, one]) => one.tags.includes(name))
      .map(([method, one]) => operation(method, path, one)),
  );
  return `<section aria-labelledby="tag-${escape(name)}">
<h2 id="tag-${escape(name)}">${escape(name)}</h2>
${operations.join('\n')}
</section>`;
};

/** Returns the page of the API documentation: text and schemas, no scripts, no external resources. */
export const docsPage = (document: OpenApiDocument): ((styleNonce: string) => string) => {
  const { info, tags, components } = document;
  const schemas = Object.entries(components.schemas).map(
    ([name, schema]) =>
      `<details id="${escape(name)}"><summary><code>${escape(name)}</code></summary>${block('Schema', schema)}</details>`,
  );
  const schemes = Object.entries(components.securitySchemes).map(
    ([name, { description }]) => `<li><code>${escape(name)}</code>: ${escape(description)}</li>`,
  );
  const body = `<h1>${escape(info.title)} API</h1>
<p>${escape(info.description)} For programs: <a href="/api/docs/openapi.json">openapi.json</a>.</p>
<h2>Tokens</h2>
<p>Sent as <code>Authorization: Bearer …</code></p>
<ul>${schemes.join('')}</ul>
${tags.map(({ name }) => group(name, document)).join('\n')}
<h2>Schemas</h2>
${schemas.join('\n')}`;
  return (styleNonce) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escape(info.title)} API</title><style nonce="${escape(styleNonce)}">${style}</style></head>
<body><main>${body}</main></body></html>`;
};
