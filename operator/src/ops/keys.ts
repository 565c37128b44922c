import { access } from 'node:fs/promises';
import { newRoot, deriveEntries, formatRing, parseRing } from '@visita/platform/secrets/ring-text';
import type { Config } from '@visita/platform/config/config';
import { keyFileOf, readKeys } from '@visita/platform/vault/key-file';
import { type KeyedService, servicePurposes } from '@visita/platform/vault/service-purposes';
import { newIdentity } from '../backup/age.ts';
import { BadRequest, defineOperation } from './frame.ts';

const services = Object.keys(servicePurposes) as KeyedService[];

const keysHelp = `Usage: npm run --silent ops -- keys <service>
       npm run --silent ops -- keys --add
       npm run --silent ops -- keys --backup

Prints a key ring, which is secret, to standard output: redirect it into a file that no one else can read.

With the name of a service (${services.join(', ')}), it prints
only the keys that this service needs, for its MASTER_KEY or MASTER_KEY_FILE. Print it again after \`ops rotate\`.

  --add     prints the whole ring with a new root key, for \`ops rotate\` if the ring is not in a writable file here
  --backup  prints a new age identity for backups; run it on another machine than the product's: the identity's public
            key is the product's BACKUP_RECIPIENT
`;

/** Throws if there is no ring, so that printing does not create one. */
const requireRing = async (config: Config): Promise<void> => {
  const path = keyFileOf(config);
  if (path === null) return;
  await access(path).catch(() => {
    throw new BadRequest(`There is no key ring in ${path}: set MASTER_KEY_FILE or VAR_DIRECTORY.`);
  });
};

export const runKeys = defineOperation({
  help: keysHelp,
  options: { add: { type: 'boolean', default: false }, backup: { type: 'boolean', default: false } },
  run: async ({ values: { add, backup }, positionals: [name] }, run) => {
    const service = services.find((known) => known === name);
    if ([add, backup, name !== undefined].filter(Boolean).length !== 1) throw new BadRequest(keysHelp);
    if (name !== undefined && service === undefined) throw new BadRequest(keysHelp);
    if (backup) {
      const { file, recipient } = await newIdentity();
      return { answer: { identity: file, recipient }, text: file };
    }
    // Settings are read only here: a key pair for backups can be generated before they exist.
    const { config } = run;
    await requireRing(config);
    const entries = parseRing(await readKeys(config));
    const newest = Math.max(...entries.map(({ version }) => version));
    const ring = service
      ? deriveEntries(entries, servicePurposes[service])
      : [newRoot(newest + 1), ...entries];
    const text = formatRing(ring).trim();
    return { answer: { ring: text }, text };
  },
});
