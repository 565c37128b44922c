import type { CallContext } from '@visita/platform/http/calls';
import type { Dependencies } from '../dependencies.ts';
import type { UnitOfWork } from '../unit-of-work.ts';
import { unlessUsedUp } from './way-back.ts';

type Met = {
  readonly context: Pick<CallContext<'logIn'>, 'request' | 'setHeader'>;
  readonly proId: string;
};

/** Stores the browser; notifies the pro of a new browser if others are known. */
export const meetBrowser = async (
  { context: { request, setHeader }, proId }: Met,
  { execute }: UnitOfWork,
  { browsers, domain }: Pick<Dependencies, 'browsers' | 'domain'>,
): Promise<void> => {
  if (await browsers.hasAny(proId))
    await unlessUsedUp(execute(domain.pros, proId, { type: 'note-security', what: 'NewBrowserUsed' }));
  const cookie = await browsers.remember(proId, request.cookies);
  setHeader?.('set-cookie', cookie);
};
