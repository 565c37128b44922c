declare module 'virtual:api-routes' {
  import type { Call } from '@visita/contracts/api/call';
  import type { CallName } from '@visita/contracts/api/table';

  const routes: Readonly<Record<CallName, readonly [method: Call['method'], path: string, failure: string]>>;
  export = routes;
}

declare module 'virtual:public-api-routes' {
  import routes = require('virtual:api-routes');
  export = routes;
}
