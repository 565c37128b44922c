/**
 * Tells this process, and every one that it starts, that it is always a morning in November: a picture of what the product
 * shows is the same whenever it is made. Imported before anything else. Time goes on, a thousand times as slowly, so
 * that what came later stays later; the waits of a process count by another clock.
 */
export const toldTime = '2026-11-24T09:20:00.000Z';

const [told, began, slowness] = [Date.parse(toldTime), performance.now(), 1_000];
const now = (): number => told + Math.floor((performance.now() - began) / slowness);

globalThis.Date = new Proxy(Date, {
  construct: (date, given, made) => Reflect.construct(date, given.length === 0 ? [now()] : given, made),
  apply: (date) => new date(now()).toString(),
  get: (date, name, asked) => (name === 'now' ? now : Reflect.get(date, name, asked)),
});

const options = process.env['NODE_OPTIONS'] ?? '';
if (!options.includes(import.meta.url))
  process.env['NODE_OPTIONS'] = `${options} --import=${import.meta.url}`.trim();
