import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { phoneMetadata } from '../bin/build-phones.ts';

it('what is known of phone numbers is what the library knows of the countries offered', () => {
  const file = new URL('../contracts/src/phone/metadata.json', import.meta.url);
  expect(readFileSync(file, 'utf8'), 'node bin/build-phones.ts makes it anew').toBe(phoneMetadata());
});
