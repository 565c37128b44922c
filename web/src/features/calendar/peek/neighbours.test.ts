import { describe, expect, it } from 'vitest';
import { neighbourOf } from './neighbours.ts';

const at = (column: number, top: number, left = 0) => ({ column, top, left });
const [early, late, beside, next, far] = [at(0, 100), at(0, 300), at(0, 300, 50), at(2, 120), at(2, 290)];
const entries = [far, late, next, beside, early];

describe('neighbourOf', () => {
  it('goes down and up in the column, by time and then by lane', () => {
    expect(neighbourOf(entries, early, 'ArrowDown')).toBe(late);
    expect(neighbourOf(entries, late, 'ArrowDown')).toBe(beside);
    expect(neighbourOf(entries, beside, 'ArrowUp')).toBe(late);
    expect(neighbourOf(entries, beside, 'ArrowDown')).toBeUndefined();
    expect(neighbourOf(entries, early, 'ArrowUp')).toBeUndefined();
  });

  it('goes sideways to the nearest entry of the next non-empty column', () => {
    expect(neighbourOf(entries, early, 'ArrowRight')).toBe(next);
    expect(neighbourOf(entries, late, 'ArrowRight')).toBe(far);
    expect(neighbourOf(entries, next, 'ArrowLeft')).toBe(early);
    expect(neighbourOf(entries, far, 'ArrowRight')).toBeUndefined();
  });
});
