import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { SignedRequest } from './calls.ts';
import { parseJson } from './json.ts';
import { MalformedRequest } from './problem.ts';

declare module 'fastify' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- merges into Fastify's own interface
  interface FastifyRequest {
    /** Text of a signed body. */
    sentText: string;
  }
}

const fieldsMaximum = 100;

const parseForm = (text: string): Record<string, string> => {
  const fields = [...new URLSearchParams(text)];
  if (fields.length > fieldsMaximum || text.includes('%00') || text.includes('\0'))
    throw new MalformedRequest();
  return Object.fromEntries(fields);
};

const parsers: Readonly<Record<string, (text: string) => unknown>> = {
  'application/json': parseJson,
  'application/x-www-form-urlencoded': parseForm,
};

/** Adds routes whose requests are signed: they accept forms as well as JSON, and keep the body's text. */
export const acceptSigned = (app: FastifyInstance, addRoutes: (scope: FastifyInstance) => void): void => {
  if (!app.hasRequestDecorator('sentText')) app.decorateRequest('sentText', '');
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    for (const [type, parse] of Object.entries(parsers)) {
      scope.addContentTypeParser(type, { parseAs: 'string' }, (request, body, done) => {
        try {
          request.sentText = body as string;
          done(null, parse(body as string));
        } catch (error) {
          done(error as Error);
        }
      });
    }
    addRoutes(scope);
  });
};

/** Returns a request as its signature covers it. */
export const signedRequestOf = ({ url, headers, sentText }: FastifyRequest): SignedRequest => ({
  url,
  header: (name) => {
    const { [name.toLowerCase()]: value } = headers;
    return Array.isArray(value) ? value[0] : value;
  },
  raw: sentText,
});
