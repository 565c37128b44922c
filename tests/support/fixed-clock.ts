/**
 * Sets the time of this process and its children to a November morning, so that screenshots are reproducible.
 * Import it before anything else. Time runs a thousand times slower, so that later events stay later; timers use another
 * clock.
 */
export const fixedTime = '2026-11-24T09:20:00.000Z';

const [start, began, slowness] = [Date.parse(fixedTime), performance.now(), 1_000];
const now = (): number => start + Math.floor((performance.now() - began) / slowness);

globalThis.Date = new Proxy(Date, {
  construct: (date, given, made) => Reflect.construct(date, given.length === 0 ? [now()] : given, made),
  apply: (date) => new date(now()).toString(),
  get: (date, name, asked) => (name === 'now' ? now : Reflect.get(date, name, asked)),
});

const options = process.env['NODE_OPTIONS'] ?? '';
if (!options.includes(import.meta.url))
  process.env['NODE_OPTIONS'] = `${options} --import=${import.meta.url}`.trim();
