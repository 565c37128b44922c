import type { TimedMessage } from '../lib/text/timed-message.ts';

export const publicMessages = {
  requestFailed: { kind: 'failed', seconds: 10, text: 'booking:error.send' },
  requestSent: { kind: 'done', seconds: 10, text: 'booking:success.text' },
} as const satisfies Readonly<Record<string, TimedMessage>>;
