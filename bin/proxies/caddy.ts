import { made, methodsOf, routed } from './patterns.ts';

const replicas = {
  command: ['127.0.0.1:3001', '127.0.0.1:3002'],
  query: ['127.0.0.1:3003', '127.0.0.1:3004'],
} as const;

const matchers = routed().map(({ method, service, patterns }) => {
  const name = `${service}_${method.toLowerCase()}`;
  const text = `	@${name} {
		method ${methodsOf(method).join(' ')}
		path_regexp ^(?:${patterns.join('|')})$
	}
	handle @${name} {
		reverse_proxy ${replicas[service].join(' ')} {
			lb_policy round_robin
			import visita_replicas
		}
	}`;
  return text;
});

/** Before any site. */
const withoutAddresses = `{
	# Of a call that failed it would write down the whole address, with what opens a mailed link or a feed.
	log {
		format filter {
			wrap json
			fields {
				request>uri delete
				request>headers>Referer delete
			}
		}
	}
}
`;

/** The site that sends each call to the replicas of its service, and pages to the gateway. */
export const caddyfile = (): string => `# For /etc/caddy/Caddyfile, in front of services that run apart.
# ${made}
# Put the addresses of your replicas in place of 127.0.0.1.
${withoutAddresses}
(visita_replicas) {
	# What was not delivered goes to the next one; what may have arrived is repeated only where it is a GET.
	lb_try_duration 2s
	health_uri /api/health/ready
	health_interval 1s
	health_timeout 2s
	# Clients do not say which of their requests are recorded, or to which trace they belong.
	header_up -Traceparent
	header_up -Tracestate
}

visita.example {
	# Operators look from inside.
	@desk path /operator /operator/*
	handle @desk {
		respond 404
	}
	# A client that polls must come back to the one where it began.
	handle /socket.io/* {
		reverse_proxy 127.0.0.1:3005 127.0.0.1:3006 {
			import visita_replicas
			lb_policy ip_hash
		}
	}
${matchers.join('\n')}
	# What the table does not name goes to the gateway, which knows the table too.
	handle {
		reverse_proxy 127.0.0.1:3000
	}
}

# With TAG_ORIGIN=https://tags.visita.example, whose one page the gateway has:
# tags.visita.example {
# 	reverse_proxy 127.0.0.1:3000
# }
`;
