// Enables Node's compile cache. As JavaScript imported before the program (`node --import`), it covers even
// the program's first TypeScript file.
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// If NODE_COMPILE_CACHE is set, Node enables the cache itself.
if (!process.env['NODE_COMPILE_CACHE'])
  enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/visita'));
