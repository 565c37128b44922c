import { readFile, stat } from 'node:fs/promises';
import type { Config } from '../config/config.ts';
import { type Gateways, gatewaysFile } from './description.ts';

/** Name of the provider that writes texts to files instead of sending them; not in production. */
export const fileProvider = 'file';

/** The operator's SMS gateways. */
export type GatewayList = {
  /** Reads the file again if it has changed; throws if it is wrong. */
  current(): Promise<Gateways>;
};

const none: Gateways = { stopped: false, textsPerDay: 0, providers: {} };

const toFiles: Gateways = {
  stopped: false,
  textsPerDay: 2_000,
  providers: {
    [fileProvider]: {
      title: 'Files on this computer',
      credentials: [],
      send: {
        method: 'POST',
        address: 'http://localhost/',
        query: {},
        headers: {},
        outcomes: [{ if: {}, outcome: 'accepted' }],
      },
      signed: { by: 'address' },
      receipts: { state: 'state', delivered: ['delivered'], failed: ['failed'] },
      answers: { from: 'from', text: 'text' },
    },
  },
};

const parse = (text: string): Gateways => {
  const result = gatewaysFile.safeParse(JSON.parse(text));
  if (result.success) return result.data;
  const lines = result.error.issues.map(({ path, message }) => `  ${path.join('.')}: ${message}`);
  throw new Error(`The file of SMS_GATEWAYS is wrong:\n${lines.join('\n')}`);
};

/** Requests name providers: `constructor` must not lead to a property that every object has. */
const withoutInherited = (gateways: Gateways): Gateways => {
  const own = Object.create(null) as Gateways['providers'];
  return { ...gateways, providers: Object.assign(own, gateways.providers) };
};

/** Creates the list from the file of `SMS_GATEWAYS`. Without a file, development writes texts to files. */
export const createGateways = (config: Pick<Config, 'smsGateways' | 'environment'>): GatewayList => {
  const { smsGateways: file, environment } = config;
  let known: { readonly changed: number; readonly gateways: Gateways } | undefined;
  return {
    current: async () => {
      if (file === null) return withoutInherited(environment === 'production' ? none : toFiles);
      const { mtimeMs: changed } = await stat(file);
      if (known?.changed !== changed)
        known = { changed, gateways: withoutInherited(parse(await readFile(file, 'utf8'))) };
      return known.gateways;
    },
  };
};
