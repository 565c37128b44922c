import { once } from 'node:events';
import { createServer } from 'node:http';

/** Local tag manager server, whose script leaves marks in the page. */
export type TagDouble = {
  readonly origin: string;
  readonly asked: string[];
  close(): Promise<void>;
};

const script = `
  window.measured = (window.measured ?? 0) + 1;
  try {
    document.cookie = '_measured=1; path=/';
  } catch {
    // An opaque origin has no cookies.
  }
  new Image().src = new URL('/collect', document.currentScript.src);
`;

export const startTagDouble = async (): Promise<TagDouble> => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    const isScript = request.url?.startsWith('/gtm.js');
    response.writeHead(isScript ? 200 : 204, isScript ? { 'content-type': 'text/javascript' } : {});
    response.end(isScript ? script : undefined);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  return {
    origin: `http://127.0.0.1:${port}`,
    asked,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
