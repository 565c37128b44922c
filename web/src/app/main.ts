import '../lib/page/trusted-types.ts';
import '../lib/page/zod-without-eval.ts';
import * as routes from 'virtual:api-routes';
import { prefetchFirst } from './prefetch-first.ts';

// The prefetch starts before the app's own scripts are loaded.
prefetchFirst(routes);
void import('./start.tsx');
