// Keeps what is compiled for the next start. As JavaScript, and imported before the program (`node --import`), it spares
// even the first file of the program the compiler for TypeScript.
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// Where NODE_COMPILE_CACHE says so, Node does by itself.
if (!process.env['NODE_COMPILE_CACHE'])
  enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/visita'));
