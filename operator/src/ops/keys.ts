import { newRoot, deriveEntries, formatRing, parseRing } from '@visita/platform/core/ring-text';
import { readKeys } from '@visita/platform/vault/key-file';
import { type KeyedService, servicePurposes } from '@visita/platform/vault/service-purposes';
import { BadRequest, defineOperation } from './frame.ts';

const services = Object.keys(servicePurposes) as KeyedService[];

const keysHelp = `Usage: npm run --silent ops -- keys <service>
       npm run --silent ops -- keys --add

Prints a key ring, which is a secret, to standard output: give it to a file that nobody else can read.

With the name of a service (${services.join(', ')}), the ring
that this service needs and no more: MASTER_KEY or MASTER_KEY_FILE of its own. After \`ops rotate\` print it again.

  --add  the whole ring with a new root key, for \`ops rotate\` where the ring is no file that can be written here
`;

/** `ops keys`: the exit code. */
export const runKeys = defineOperation({
  help: keysHelp,
  options: { add: { type: 'boolean', default: false } },
  run: async ({ values: { add }, positionals: [name] }, { config }) => {
    const service = services.find((known) => known === name);
    if (add === (service !== undefined)) throw new BadRequest(keysHelp);
    const entries = parseRing(await readKeys(config));
    const newest = Math.max(...entries.map(({ version }) => version));
    const ring = service
      ? deriveEntries(entries, servicePurposes[service])
      : [newRoot(newest + 1), ...entries];
    const text = formatRing(ring).trim();
    return { answer: { ring: text }, text };
  },
});
