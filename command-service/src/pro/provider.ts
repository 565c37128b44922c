import type { MessageSettingsBody } from '@visita/contracts/messages/settings';
import { Rejection } from '@visita/contracts/problem';
import type { Messaging } from '@visita/platform/messages/messaging';
import type { ProAccount } from './state.ts';

export type ProviderDeps = { readonly messaging: Pick<Messaging, 'gateways' | 'credentials'> };

const refuse = (detail: string): never => {
  throw new Rejection('malformed-request', detail);
};

/**
 * Checks the chosen SMS provider and keeps its credentials. Throws `malformed-request` for a provider that the
 * operator does not offer, and for credentials that are not the provider's.
 */
export const keepProvider = async (
  { messaging }: ProviderDeps,
  { id: proId, messages }: ProAccount,
  { provider, credentials }: Pick<MessageSettingsBody, 'provider' | 'credentials'>,
): Promise<void> => {
  if (provider === null) {
    if (credentials) refuse('credentials must be left out without a provider.');
    return;
  }
  const { providers } = await messaging.gateways.current();
  const { [provider]: described } = providers;
  if (!described && (provider !== messages.provider || credentials))
    refuse('provider must be one of the offered providers.');
  if (!described || !credentials) return;
  const isComplete = described.credentials.every((name) => credentials[name]?.trim());
  if (!isComplete || Object.keys(credentials).length !== described.credentials.length)
    refuse(`credentials must be ${described.credentials.join(', ') || 'left out'}.`);
  await messaging.credentials.save({ proId, provider }, credentials);
};
