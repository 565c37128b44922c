import { describe, expect, it } from 'vitest';
import { freeIn, freeShare, minutesIn } from './free-time.ts';

const stretch = (start: number, end: number) => ({ start, end });

describe('free time', () => {
  it('is what entries leave of the hours', () => {
    const hours = [stretch(540, 780), stretch(840, 1080)];
    const taken = [stretch(600, 630), stretch(615, 660), stretch(760, 900), stretch(1060, 1200)];
    expect(freeIn(hours, taken)).toEqual([stretch(540, 600), stretch(660, 760), stretch(900, 1060)]);
    expect(freeIn(hours, []), 'all of them without entries').toEqual(hours);
    expect(freeIn(hours, [stretch(0, 1440)])).toEqual([]);
    expect(freeIn([], taken)).toEqual([]);
  });

  it('has a share of the working hours of several columns', () => {
    const hours = [stretch(540, 600)];
    const full = minutesIn(hours, { entries: [], behind: [{ ...stretch(0, 1440), entry: {} as never }] });
    const free = minutesIn(hours, { entries: [], behind: [] });
    expect(freeShare([full])).toBe(0);
    expect(freeShare([full, free])).toBe(50);
    expect(freeShare([free, minutesIn([], { entries: [], behind: [] })])).toBe(100);
    expect(freeShare([minutesIn(null, { entries: [], behind: [] })]), 'unknown hours').toBeNull();
  });
});
