import type { OpenApiDocument, Operation } from '@visita/contracts/api/openapi';
import type { CallName } from '@visita/contracts/api/table';
import { schemaCompiler, type Validate } from '@visita/platform/testing/json-schema';
import type { Answered } from './send.ts';

type Content = { content?: Record<string, { schema: object }> };

/** Returns an error text if a response is not one that the document has for the call, else null. */
export type Judge = (name: CallName, answered: Answered) => string | null;

/** Creates a judge from the product's OpenAPI document. */
export const createJudge = (document: OpenApiDocument): Judge => {
  const compile = schemaCompiler(document.components.schemas);
  const operations = new Map<string, Operation>(
    Object.values(document.paths).flatMap((item) =>
      Object.values(item).map((operation) => [operation.operationId, operation] as const),
    ),
  );
  const validators = new Map<string, Validate | null>();

  const responseOf = (name: CallName, status: number): Content | undefined => {
    const response = operations.get(name)?.responses[String(status)];
    const ref = response?.['$ref'];
    const shared = typeof ref === 'string' ? ref.split('/').at(-1) : undefined;
    return shared === undefined ? response : document.components.responses[shared];
  };

  const validatorOf = (name: CallName, status: number, type: string): Validate | null => {
    const key = `${status === 200 ? name : ''} ${status} ${type}`;
    if (!validators.has(key)) {
      const schema = responseOf(name, status)?.content?.[type]?.schema;
      validators.set(key, schema ? compile(schema) : null);
    }
    return validators.get(key) ?? null;
  };

  return (name, { status, headers, text }) => {
    if (status >= 500) return `${status}`;
    if (!responseOf(name, status)) return `${status} is not described`;
    const type = (headers['content-type'] ?? '').split(';')[0] ?? '';
    const validate = validatorOf(name, status, type);
    if (!validate) return `${status} as ${type} is not described`;
    const body = JSON.parse(text) as { status?: unknown; requestId?: unknown };
    if (!validate(body)) return `the body is not as described: ${JSON.stringify(validate.errors)}`;
    if (status >= 400 && body.status !== status) return `the problem says ${String(body.status)}`;
    if (status >= 400 && body.requestId !== headers['x-request-id'])
      return 'the problem is of another request';
    if (status === 429 && headers['retry-after'] === undefined) return '429 does not say when to come back';
    return null;
  };
};
