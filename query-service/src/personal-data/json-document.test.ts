import { z } from 'zod';
import { expect, test } from 'vitest';
import { writeDocument } from './json-document.ts';

const schema = z.object({
  about: z.string(),
  some: z.array(z.object({ id: z.int() })),
  none: z.array(z.int()),
});

const written = async (sections: Record<string, unknown>): Promise<string[]> => {
  const chunks: string[] = [];
  for await (const chunk of writeDocument(schema, sections)) chunks.push(chunk);
  return chunks;
};

async function* many(count: number, more: object = {}) {
  for (let id = 0; id < count; id += 1) yield { id, ...more };
}

test('is JSON, in chunks of a bounded size', async () => {
  const chunks = await written({ about: 'a "quoted" text', some: many(50_000), none: many(0) });
  expect(chunks.length).toBeGreaterThan(5);
  for (const chunk of chunks) expect(chunk.length).toBeLessThan(70_000);
  const { about, some, none } = schema.parse(JSON.parse(chunks.join('')));
  expect([about, some.length, some.at(-1), none]).toEqual(['a "quoted" text', 50_000, { id: 49_999 }, []]);
});

test('contains only the fields of its schema', async () => {
  const text = (await written({ about: 'x', some: many(2, { password: 'p' }), none: [], secret: 's' })).join(
    '',
  );
  expect(JSON.parse(text)).toEqual({ about: 'x', some: [{ id: 0 }, { id: 1 }], none: [] });
  await expect(written({ about: 1, some: [], none: [] })).rejects.toThrow();
});
