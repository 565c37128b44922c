import { createHmac } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { type KeySource, keysOf } from '../vault/purpose-keys.ts';
import { isSame } from './signatures.ts';

/** Subject of a gateway's request: receipts of one text, or answers to a pro. */
export type CallbackAbout = { readonly message: string } | { readonly pro: string };

/** Addresses that gateways call. The key proves that the product gave the address out. */
export type Callbacks = {
  addressOf(provider: string, about: CallbackAbout): string;
  isOurs(provider: string, about: CallbackAbout, key: string): boolean;
};

const keyBytes = 16;

export const createCallbacks = (publicOrigin: string, source: KeySource): Callbacks => {
  const keys = keysOf(source);
  const macOf = (key: KeyObject, provider: string, about: CallbackAbout): string =>
    createHmac('sha256', key)
      .update(`callback|${provider}|${new URLSearchParams(about).toString()}`)
      .digest()
      .subarray(0, keyBytes)
      .toString('base64url');
  return {
    addressOf: (provider, about) => {
      const query = new URLSearchParams({ ...about, key: macOf(keys.current().key, provider, about) });
      return `${publicOrigin}/api/messages/${provider}?${query.toString()}`;
    },
    isOurs: (provider, about, key) => keys.all().some((one) => isSame(key, macOf(one.key, provider, about))),
  };
};
