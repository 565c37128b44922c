import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { phoneMetadata } from '../bin/build-phones.ts';

it('the phone metadata matches the library’s for the supported countries', () => {
  const file = new URL('../contracts/src/phone/metadata.json', import.meta.url);
  expect(readFileSync(file, 'utf8'), 'node bin/build-phones.ts makes it anew').toBe(phoneMetadata());
});
