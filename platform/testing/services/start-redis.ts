import { redisKind } from './kinds.ts';
import { startBinary } from './service.ts';

// service.test.ts runs this file as a separate process and kills it.
const { url } = await startBinary(redisKind);
process.stdout.write(`${url}\n`);
