import { made, unmixed } from './patterns.ts';

/** Braces and the like are more than every controller takes; those few addresses are the gateway's. */
const plain = (pattern: string): boolean => pattern.startsWith('/api/') || pattern.startsWith('/calendar/');

const rule = (path: string, service: string): string => `          - path: '${path}'
            pathType: ImplementationSpecific
            backend: { service: { name: ${service}, port: { name: http } } }`;

const services = { command: 'command-service', query: 'query-service' } as const;

const rules = (): string =>
  (['command', 'query'] as const)
    .flatMap((service) =>
      unmixed(service)
        .filter(plain)
        .map((pattern) => rule(`${pattern}$`, services[service])),
    )
    .join('\n');

/** An Ingress that sends calls to the Services themselves. It cannot route by method: paths that both have are the gateway's. */
export const ingress = (): string => `# ${made}
# For the controller ingress-nginx. Sockets stay with the gateway, which knows each notifier by name.
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata:
  name: visita-by-table
  annotations:
    nginx.ingress.kubernetes.io/use-regex: 'true'
    nginx.ingress.kubernetes.io/proxy-read-timeout: '75'
    # The controller's own format writes down whole addresses, with what opens mailed links and calendar feeds.
    nginx.ingress.kubernetes.io/enable-access-log: 'false'
    # Sent once, whatever becomes of it: nginx would repeat what may have been done.
    nginx.ingress.kubernetes.io/proxy-next-upstream: 'off'
spec:
  tls: [{ hosts: [visita.example], secretName: visita-tls }]
  rules:
    - host: visita.example
      http:
        paths:
${rules()}
`;
