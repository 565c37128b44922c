import { expect, it } from 'vitest';
import { childId, id, parentOf } from '@visita/contracts/fields';
import { deriveChildId, deriveId } from './derive-id.ts';

it('gives the same id for the same parts, and another for other parts or splits', () => {
  expect(deriveId('a', 'b')).toBe(deriveId('a', 'b'));
  expect(new Set([deriveId('a', 'b'), deriveId('ab'), deriveId('b', 'a'), deriveId('a', 'b', '')]).size).toBe(
    4,
  );
  expect(id.safeParse(deriveId('a')).success).toBe(true);
});

it("gives child ids that contain their parent's id", () => {
  const parent = deriveId('clinic');
  const child = deriveChildId(parent, 'service', '0');
  expect(childId.safeParse(child).success).toBe(true);
  expect(parentOf(child)).toBe(parent);
  expect(deriveChildId(parent, 'service', '1')).not.toBe(child);
});
