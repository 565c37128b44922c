import { redisKind } from './kinds.ts';
import { startBinary } from './service.ts';

// Run by service.test.ts as a separate process that is killed.
const { url } = await startBinary(redisKind);
process.stdout.write(`${url}\n`);
