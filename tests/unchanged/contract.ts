import { openApiDocument } from '@visita/contracts/api/openapi';
import { eventDefinitions } from '@visita/contracts/events';
import { problems } from '@visita/contracts/problem';
import { variables } from '@visita/platform/config/environment';
import { figures } from '@visita/platform/telemetry/metrics';
import { createPrometheus } from '@visita/platform/telemetry/prometheus';
import { silent } from '@visita/platform/testing/database';
import { createProductDatabase } from '../support/product-database.ts';

export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/** Prose fields of the OpenAPI document. */
const prose = new Set(['description', 'summary', 'title']);

const isRecord = (value: unknown): value is { readonly [name: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Removes prose from a part of the OpenAPI document, but not properties with such a name. */
const withoutProse = (value: Json, isNames = false): Json => {
  if (Array.isArray(value)) return value.map((entry: Json) => withoutProse(entry));
  if (!isRecord(value)) return value;
  const fields = Object.entries(value).filter(
    ([name, field]) => isNames || !prose.has(name) || typeof field !== 'string',
  );
  return Object.fromEntries(
    fields.map(([name, field]) => [name, withoutProse(field, !isNames && name === 'properties')]),
  );
};

const plain = (value: unknown): Json => JSON.parse(JSON.stringify(value)) as Json;

const metrics = async (): Promise<Json> => {
  const exposed = await createPrometheus({ log: silent }).expose();
  const names = [...exposed.matchAll(/^# TYPE (visita_\w+) (\w+)$/gm)];
  return {
    ...Object.fromEntries(names.map(([, name, type]) => [name!, type!])),
    ...Object.fromEntries(
      Object.entries(figures).map(([name, [labels]]) => [`visita_${name}`, [...labels] as Json]),
    ),
  };
};

/** Returns the columns and types of all tables except the read models, which each release rebuilds. */
const columns = async (): Promise<Json> => {
  await using database = await createProductDatabase();
  const { rows } = await database.pool.query<{ name: string; columns: Record<string, string> }>(
    `select n.nspname || '.' || c.relname as name,
            json_object_agg(a.attname, format_type(a.atttypid, a.atttypmod)) as columns
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relkind = 'r' and n.nspname !~ '^(pg_|read|information_schema|public$)'
      group by 1 order by 1`,
  );
  return Object.fromEntries(rows.map((row) => [row.name, row.columns]));
};

/** Returns types, versions and fields of all events, and which fields are personal. */
const events = (): Json =>
  Object.fromEntries(
    [...eventDefinitions].map(([type, { version, schema, personalFields }]) => [
      type,
      { version, fields: Object.keys(schema.shape), personal: [...personalFields] },
    ]),
  );

/**
 * Collects what clients, stored databases and operators rely on: API, events, problem codes, metrics,
 * settings and the tables that two releases share during an update.
 */
export const contract = async (): Promise<Json> => ({
  api: withoutProse(plain(openApiDocument('https://visita.example'))),
  events: events(),
  problems: Object.fromEntries(Object.entries(problems).map(([code, [status]]) => [code, status])),
  metrics: await metrics(),
  settings: [...variables],
  tables: await columns(),
});
