declare module 'virtual:api-routes' {
  import type { Call } from '@visita/contracts/api/call';
  import type { CallName } from '@visita/contracts/api/table';

  export const routes: Readonly<
    Record<CallName, readonly [method: Call['method'], path: string, failure: string]>
  >;
}
