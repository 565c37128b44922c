import { problems } from '@visita/contracts/problem';
import { made, methodsOf, routed } from './patterns.ts';

const methodsPattern = (method: string): string => {
  const methods = methodsOf(method);
  return methods.length === 1 ? method : `(?:${methods.join('|')})`;
};

const lines = (): string =>
  routed()
    .flatMap(({ method, service, patterns }) =>
      patterns.map((pattern) => `  "~^${methodsPattern(method)} ${pattern}$" visita_${service};`),
    )
    .join('\n');

const [status, text] = problems.unavailable;
const problem = JSON.stringify({
  type: 'urn:visita:problem:unavailable',
  title: 'Service Unavailable',
  status,
  detail: text,
  error: text,
  code: 'unavailable',
  requestId: '$request_id',
});

/** The site that sends each call to the replicas of its service, and pages to the gateway. */
export const nginxSite =
  (): string => `# For /etc/nginx/sites-available/visita, in front of services that run apart.
# ${made}
# Put the addresses of your replicas in place of 127.0.0.1; certbot or another client of ACME keeps the certificate.
map $http_upgrade $visita_connection {
  default upgrade;
  '' '';
}

# Mailed links carry what opens them behind the question mark, whoever has a feed's address reads the calendar, and some
# calls name an email: nothing of it is written down, nor the page that somebody came from.
map $uri $visita_path {
  default $uri;
  "~*^/calendar/" /calendar/-;
  "~^(?<visita_before>[^@]*/)[^/]*@" $visita_before-;
}
log_format visita '$remote_addr [$time_iso8601] "$request_method $visita_path $server_protocol" '
                  '$status $body_bytes_sent $request_time "$http_user_agent"';

# Who polls must come back to where they began; a socket that begins as one may go anywhere.
map "$http_upgrade $arg_sid" $visita_socket {
  default $remote_addr;
  "~*^websocket $" $request_id;
}

# What the table does not name goes to the gateway, which knows the table too.
map "$request_method $uri" $visita_upstream {
  default visita_gateway;
${lines()}
}

# A replica that does not answer is left out for two seconds.
upstream visita_gateway {
  server 127.0.0.1:3000 fail_timeout=2s;
  keepalive 64;
}
upstream visita_command {
  server 127.0.0.1:3001 fail_timeout=2s;
  server 127.0.0.1:3002 fail_timeout=2s;
  keepalive 64;
}
upstream visita_query {
  server 127.0.0.1:3003 fail_timeout=2s;
  server 127.0.0.1:3004 fail_timeout=2s;
  keepalive 64;
}
upstream visita_notifier {
  hash $visita_socket consistent;
  server 127.0.0.1:3005 fail_timeout=2s;
  server 127.0.0.1:3006 fail_timeout=2s;
}

server {
  listen 80;
  listen [::]:80;
  server_name visita.example;
  access_log /var/log/nginx/access.log visita;
  # Lesser errors, such as a product that does not answer, name the whole address; the log above has their status.
  error_log /var/log/nginx/error.log crit;
  # A call without TLS is not led on: its sender would not notice that everybody on the way could read it.
  location ~ ^/(api|socket[.]io)/ { return 404; }
  location / { return 301 https://$host$request_uri; }
}

server {
  # nginx 1.25 and newer would rather have \`http2 on;\` on a line of its own, and says so; Debian 12's knows no such line.
  listen 443 ssl http2;
  listen [::]:443 ssl http2;
  # With TAG_ORIGIN=https://tags.visita.example that name as well, here, above and in the certificate; services are told
  # TAG_ORIGIN too, each of which answers that name with the one page or not at all.
  server_name visita.example;
  access_log /var/log/nginx/access.log visita;
  # Lesser errors, such as a product that does not answer, name the whole address; the log above has their status.
  error_log /var/log/nginx/error.log crit;
  ssl_certificate /etc/letsencrypt/live/visita.example/fullchain.pem;
  ssl_certificate_key /etc/letsencrypt/live/visita.example/privkey.pem;
  ssl_protocols TLSv1.2 TLSv1.3;
  ssl_ciphers ECDHE+AESGCM:ECDHE+CHACHA20;
  ssl_prefer_server_ciphers on;
  server_tokens off;
  client_max_body_size 1m;

  proxy_http_version 1.1;
  proxy_set_header Host $host;
  # Replaced, not added to: what a browser sends under this name is not believed.
  proxy_set_header X-Forwarded-For $remote_addr;
  proxy_set_header X-Forwarded-Host $host;
  proxy_set_header X-Forwarded-Proto $scheme;
  # Clients do not say which of their requests are recorded, or to which trace they belong.
  proxy_set_header Traceparent '';
  proxy_set_header Tracestate '';
  # Empty but for sockets, which keeps connections to the replicas open.
  proxy_set_header Upgrade $http_upgrade;
  proxy_set_header Connection $visita_connection;
  proxy_read_timeout 75s;
  # What is refused on the way of PUT and DELETE below is told as any other.
  recursive_error_pages on;
  error_page 502 504 =503 @unavailable;

  location @unavailable {
    default_type 'application/problem+json; charset=utf-8';
    add_header Cache-Control no-store always;
    add_header Retry-After 1 always;
    add_header X-Content-Type-Options nosniff always;
    return 503 '${problem}';
  }

  location ~ ^/operator(/|$) { return 404; }

  location /socket.io/ { proxy_pass http://visita_notifier; }

  # Sent once, whatever becomes of it: nginx would repeat what may have been done.
  location @once {
    proxy_next_upstream off;
    proxy_pass http://$visita_upstream;
  }

  location / {
    error_page 418 = @once;
    if ($request_method ~ ^(?:PUT|DELETE)$) { return 418; }
    error_page 502 504 =503 @unavailable;
    proxy_pass http://$visita_upstream;
  }
}
`;
