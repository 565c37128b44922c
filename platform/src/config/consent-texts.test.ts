import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { productTexts, readConsentTexts } from './consent-texts.ts';

it('are the product’s, or the operator’s if configured', async () => {
  expect(await readConsentTexts(null)).toBe(productTexts);
  const directory = await mkdtemp(join(tmpdir(), 'visita-texts-'));
  for (const language of ['it', 'en', 'es'])
    await writeFile(join(directory, `privacy-policy.${language}.txt`), `Our policy, ${language}`);
  const texts = await readConsentTexts(directory);
  const sha256 = createHash('sha256').update('Our policy, es').digest('hex');
  expect(texts('es')).toEqual({ version: 'own', sha256 });
  await rm(directory, { recursive: true });
  await expect(readConsentTexts(directory)).rejects.toThrow('ENOENT');
});
