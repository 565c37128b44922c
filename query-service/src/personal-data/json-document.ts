import type { z } from 'zod';

const isStream = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value;

/** Characters per chunk. */
const chunkLength = 64 * 1024;

async function* pieces(schema: z.ZodObject, sections: Readonly<Record<string, unknown>>) {
  let separator = '{\n';
  for (const [name, field] of Object.entries(schema.shape)) {
    const section = sections[name];
    yield `${separator}${JSON.stringify(name)}:`;
    separator = ',\n';
    if (!isStream(section)) {
      yield JSON.stringify((field as z.ZodType).parse(section));
      continue;
    }
    const { element } = field as z.ZodArray;
    let between = '[\n';
    for await (const entry of section) {
      yield between + JSON.stringify((element as z.ZodType).parse(entry));
      between = ',\n';
    }
    yield between === '[\n' ? '[]' : '\n]';
  }
  yield '\n}\n';
}

/**
 * Streams a JSON document, so that a long one is never whole in memory. A section is a value, or an iterable
 * of list entries, one per line. Every value is parsed by its schema, which drops unknown fields.
 */
export async function* writeDocument(
  schema: z.ZodObject,
  sections: Readonly<Record<string, unknown>>,
): AsyncGenerator<string> {
  let chunk = '';
  for await (const piece of pieces(schema, sections)) {
    chunk += piece;
    if (chunk.length < chunkLength) continue;
    yield chunk;
    chunk = '';
  }
  yield chunk;
}
