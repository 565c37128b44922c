import { readConfig } from '@visita/platform/core/config';
import { createLogger } from '@visita/platform/core/logger';
import { openCore } from '@visita/operator/core';
import { createDemoClock } from './seed/clock.ts';
import { demoPassword, pros } from './seed/people.ts';
import { seedDemo } from './seed/demo.ts';

// Before the configuration is read: production asks for more, and this is the answer that matters.
if (process.env['NODE_ENV'] === 'production') {
  process.stderr.write('seed: this fills a demo and is refused where NODE_ENV is production.\n');
  process.exit(1);
}
const config = readConfig(process.env);
const log = createLogger({ name: 'seed', level: 'warn' });
const clock = createDemoClock();
const core = await openCore(config, log, { attach: true, now: clock.now });
try {
  const show = (line: string) => process.stdout.write(`${line}\n`);
  const { placed, kept } = await seedDemo({ core, clock, show });
  show(`\n${placed} bookings placed, ${kept} were there already.\n`);
  show('Log in with the password ' + demoPassword + ' as');
  for (const { email, plan, username } of pros) {
    show(`  ${email.padEnd(32)}${plan.padEnd(10)}${config.publicOrigin}/booking/${username}`);
  }
} finally {
  await core.close();
}
