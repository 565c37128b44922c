import { type ServiceRoute, serviceRoutes } from '@visita/platform/http/service-routes';

type Service = ServiceRoute['service'];

/** Of a parameter with a rule of its own, the rule, which every kind of regular expression takes. */
const ruleOf = (rule: string): string => rule.replaceAll(/^\^|\$$/g, '').replaceAll('\\d{1,5}', '[0-9]+');

/** A router's path as a regular expression without its ends. */
export const patternOf = (path: string): string =>
  path
    .replaceAll('.', '\\.')
    .replaceAll('*', '.*')
    .replaceAll(/:\w+(?:\((.*?)\))?/g, (_, rule?: string) => (rule ? ruleOf(rule) : '[^/]+'));

/** Routes of one method and service, the most literal first, as regular expressions without ends. */
export type Routed = {
  readonly method: string;
  readonly service: Service;
  readonly patterns: readonly string[];
};

const distinct = (values: readonly string[]): string[] => [...new Set(values)].toSorted();

/** All routes by method and service. A method's routes of two services never take the same address. */
export const routed = (): readonly Routed[] => {
  const groups = Map.groupBy(serviceRoutes, ({ method, service }) => `${method} ${service}`);
  return [...groups.values()].map((routes) => ({
    method: routes[0]!.method,
    service: routes[0]!.service,
    patterns: distinct(routes.map(({ path }) => patternOf(path))),
  }));
};

/** What stands for a method where it asks: who asks for a head asks whom a GET goes to. */
export const methodsOf = (method: string): readonly string[] =>
  method === 'GET' ? ['GET', 'HEAD'] : [method];

/** Patterns that all methods have at one service, for what cannot route by method; the rest is left to the gateway. */
export const unmixed = (service: Service): readonly string[] => {
  const services = Map.groupBy(serviceRoutes, ({ path }) => patternOf(path));
  const own = [...services].filter(([, routes]) => routes.every((route) => route.service === service));
  return own.map(([pattern]) => pattern).toSorted();
};

/** What stands at the top of every file that is made. */
export const made =
  'Made from the API table by `node bin/build-proxies.ts`; a test says where that was forgotten.';
