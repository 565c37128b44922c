import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { languages } from '@visita/contracts/language';
import type { FastifyInstance } from 'fastify';

const documents = ['privacy-policy', 'terms-and-conditions', 'cookie-policy'];

/** Serves the operator's legal texts, at `/legal/privacy-policy.it.txt` and so on; all files must exist. */
export const serveLegalTexts = async (app: FastifyInstance, directory: string): Promise<void> => {
  for (const document of documents)
    for (const language of languages) {
      const file = `${document}.${language}.txt`;
      const text = await readFile(join(directory, file), 'utf8').catch(() => '');
      if (text.trim() === '') throw new Error(`LEGAL_DIRECTORY: ${file} is missing or empty in ${directory}`);
      app.get(`/legal/${file}`, (_request, reply) =>
        reply.type('text/plain; charset=utf-8').header('cache-control', 'no-cache').send(text),
      );
    }
};

/** Serves `security.txt` (RFC 9116). It has an expiry, so it is generated for every answer. */
export const serveSecurityText = (
  app: FastifyInstance,
  { supportEmail, publicOrigin }: { supportEmail: string; publicOrigin: string },
): void => {
  app.get('/.well-known/security.txt', (_request, reply) => {
    const expires = new Date(Date.now() + 90 * 86_400_000).toISOString();
    const lines = [
      `Contact: mailto:${supportEmail}`,
      `Expires: ${expires}`,
      'Preferred-Languages: it, en, es',
      `Canonical: ${publicOrigin}/.well-known/security.txt`,
    ];
    return reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`);
  });
};
