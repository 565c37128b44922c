import { createRequire } from 'node:module';

/** Validates a value; `errors` holds the reasons if it is invalid. */
export type Validate = ((value: unknown) => boolean) & { readonly errors?: unknown };
type Ajv = { addSchema(schema: object): void; compile(schema: object): Validate };

/**
 * Compiles schemas of an OpenAPI 3.1 document with Fastify's validator, strictly: unknown keywords and formats are
 * errors. `schemas` are the targets of references.
 */
export const schemaCompiler = (schemas: object): ((schema: object) => Validate) => {
  const ajv = createAjv({ strict: true, strictTypes: false });
  const local = (schema: object) =>
    JSON.parse(JSON.stringify(schema).replaceAll('#/components/schemas/', 'visita#/$defs/')) as object;
  ajv.addSchema(local({ $id: 'visita', $defs: schemas }));
  return (schema) => ajv.compile(local(schema));
};

/** Compiles a JSON Schema with any vocabularies. */
export const compileSchema = (schema: object): Validate =>
  createAjv({ strict: false, logger: false }).compile(schema);

const createAjv = (options: object): Ajv => {
  const require = createRequire(createRequire(import.meta.url).resolve('fastify'));
  const { default: Ajv2020 } = require('ajv/dist/2020.js') as { default: new (options: object) => Ajv };
  const { default: addFormats } = require('ajv-formats') as { default: (to: Ajv) => void };
  const ajv = new Ajv2020({ allErrors: true, ...options });
  addFormats(ajv);
  return ajv;
};
