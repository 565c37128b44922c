import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import type { Driver, Input } from './driver.ts';

const script = readFileSync(join(import.meta.dirname, 'find.js'), 'utf8');

type Kind =
  | 'button'
  | 'checkbox'
  | 'combobox'
  | 'dialog'
  | 'entry'
  | 'field'
  | 'freeDay'
  | 'heading'
  | 'link'
  | 'option'
  | 'time';

/** Element query: kind, name (a pattern if it begins with a slash) and index. */
export type What = {
  readonly kind: Kind;
  readonly name?: string;
  readonly within?: 'dialog';
  readonly nth?: number;
};

/** Browser-independent page; each action waits for its element. */
export type Page = {
  open(url: string): Promise<void>;
  press(what: What): Promise<void>;
  write(what: What, text: string): Promise<void>;
  see(what: What): Promise<void>;
  sees(what: What, milliseconds: number): Promise<boolean>;
  valueOf(what: What): Promise<string>;
};

const limit = 60_000;

const click = ({ x, y }: { x: number; y: number }): Input => ({
  type: 'pointer',
  id: 'mouse',
  actions: [
    { type: 'pointerMove', x, y, duration: 0 },
    { type: 'pointerDown', button: 0 },
    { type: 'pointerUp', button: 0 },
  ],
});

const keys = (text: string): Input => ({
  type: 'key',
  id: 'keyboard',
  actions: text.split('').flatMap((value) => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ]),
});

export const createPage = (driver: Driver): Page => {
  const ask = async <Result>(expression: string): Promise<Result | null> =>
    // During a navigation there is no page to evaluate in.
    driver.read(`(() => { ${script}; return ${expression}; })()`).then(
      (answer) => JSON.parse(answer) as Result,
      () => null,
    );
  const until = async <Result>(expression: string, within = limit): Promise<Result | null> => {
    for (const end = Date.now() + within; ;) {
      const answer = await ask<Result>(expression);
      if (answer || Date.now() > end) return answer;
      await after(100);
    }
  };
  const wait = async <Result>(expression: string, what: What): Promise<Result> => {
    const answer = await until<Result>(expression);
    if (answer) return answer;
    throw new Error(
      `there is no ${JSON.stringify(what)} in: ${await ask<string>('document.body.innerText')}`,
    );
  };
  const json = (what: What) => JSON.stringify(what);
  const press = async (what: What): Promise<void> => {
    // An element may be re-rendered between lookup and click.
    for (let tries = 0; tries < 5; tries += 1) {
      await driver.act([click(await wait(`pointOf(${json(what)})`, what))]);
      if ((await ask('globalThis.arrived')) !== false) return;
    }
    throw new Error(`no press arrives at ${json(what)}`);
  };
  return {
    open: (url) => driver.open(url),
    press,
    write: async (what, text) => {
      await press(what);
      await wait(`(found(${json(what)}).select(), true)`, what);
      await driver.act([keys(text)]);
      await wait(`found(${json(what)})?.value === ${JSON.stringify(text)}`, what);
    },
    see: async (what) => void (await wait(`Boolean(found(${json(what)}))`, what)),
    sees: async (what, milliseconds) => Boolean(await until(`Boolean(found(${json(what)}))`, milliseconds)),
    valueOf: (what) => wait<string>(`found(${json(what)})?.value`, what),
  };
};
