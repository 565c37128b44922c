import { redisKind } from './kinds.ts';
import { startBinary } from './service.ts';

// Run by service.test.ts as a process of its own, to be killed.
const { url } = await startBinary(redisKind);
process.stdout.write(`${url}\n`);
