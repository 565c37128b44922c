import '../lib/page/trusted-types.ts';
import '../lib/page/zod-without-eval.ts';
import * as routes from 'virtual:api-routes';
import { askForFirst } from './ask-ahead.ts';

// Starts before the app's own scripts are loaded.
askForFirst(routes);
void import('./start.tsx');
