import '../lib/page/trusted-types.ts';
import '../lib/page/zod-without-eval.ts';
import * as routes from 'virtual:api-routes';
import { askForFirst } from './ask-ahead.ts';

// On their way while the app's own scripts still are.
askForFirst(routes);
void import('./start.tsx');
