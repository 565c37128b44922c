/* Shifts a process's time, by `node --import shifted-clock.ts?ms=-60000`. Timers and the monotonic clock
   are not affected, as when an operator sets a machine's clock. */
const shift = Number(new URL(import.meta.url).searchParams.get('ms'));

const RealDate = Date;
const now = (): number => RealDate.now() + shift;

class ShiftedDate extends RealDate {
  constructor(...given: unknown[]) {
    super(...((given.length === 0 ? [now()] : given) as [number]));
  }

  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof RealDate;
  }

  static override now(): number {
    return now();
  }
}

globalThis.Date = ShiftedDate as DateConstructor;
