import { openCore } from '@visita/operator/core';
import { readConfig } from '@visita/platform/config/config';
import { createLogger } from '@visita/platform/logging/logger';
import { createDemoClock } from './clock.ts';
import { seedDemo } from './demo.ts';
import { demoPassword, pros, type SeedPro } from './people.ts';
import { practice, shownPros } from './practice.ts';

/**
 * Fills a demo, with or without a running product, and prints its logins. With `days`, books only the given
 * days around today, which takes seconds; another run adds the others.
 */
export const runSeed = async (
  env: Readonly<Record<string, string | undefined>>,
  days?: number,
): Promise<void> => {
  const config = readConfig(env);
  const log = createLogger({ name: 'seed', level: 'warn' });
  const clock = createDemoClock();
  const core = await openCore(config, log, { useRunning: true, now: clock.now });
  try {
    const show = (line: string) => process.stdout.write(`${line}\n`);
    const { placed, kept } = await seedDemo({ core, clock, show, ...(days === undefined ? {} : { days }) });
    show(`\n${placed} bookings placed; ${kept} were there already, or on a day that is closed.\n`);
    show('Log in with the password ' + demoPassword + ' as');
    const loginOf = ({ key, email, plan, username }: SeedPro) => {
      const page = key === practice.reception ? 'reception' : `${config.publicOrigin}/booking/${username}`;
      return `  ${email.padEnd(32)}${plan.padEnd(10)}${page}`;
    };
    for (const pro of [...pros, ...shownPros]) show(loginOf(pro));
  } finally {
    await core.close();
  }
};
