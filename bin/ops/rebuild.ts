import { parseArgs } from 'node:util';
import { readConfig } from '@visita/platform/config';
import { createLogger } from '@visita/platform/logger';
import { rebuild, type RebuildProgress } from '@visita/projector/rebuild';
import { openCore } from '../compose.ts';

const rebuildHelp = `Usage: npm run --silent ops -- rebuild [--json]

Fills new read models from the first event on, beside the ones in use, and swaps them in at the end. Announces
nothing: no mail is sent and no screen moves. The product may be running or stopped.

  --json  answer with { events }
`;

const showProgress = ({ events, position, head }: RebuildProgress): void => {
  const share = Number(head) > 0 ? Math.floor((Number(position) / Number(head)) * 100) : 100;
  process.stderr.write(`${events} events, ${Math.min(share, 100)} %\n`);
};

/** `ops rebuild`: the exit code. */
export const runRebuild = async (args: string[]): Promise<number> => {
  const flag = { type: 'boolean', default: false } as const;
  const { values } = parseArgs({ args, options: { help: flag, json: flag } });
  if (values.help) {
    process.stdout.write(rebuildHelp);
    return 0;
  }
  const log = createLogger({ name: 'ops', level: 'warn' });
  const core = await openCore(readConfig(process.env), log, { attach: true });
  try {
    const events = await rebuild({
      store: core.store,
      database: core.database,
      log,
      onProgress: showProgress,
    });
    const text = `The read models were rebuilt from ${events} events.`;
    process.stdout.write(`${values.json ? JSON.stringify({ events }) : text}\n`);
    return 0;
  } finally {
    await core.close();
  }
};
