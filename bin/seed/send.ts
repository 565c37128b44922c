import { api, type Answer, type Api, type CallName, type Input } from '@visita/contracts/api/table';
import { deriveId } from '@visita/platform/ids/derive-id';
import type { Caller } from '@visita/platform/auth/caller';
import type { CallContext } from '@visita/platform/http/calls';
import type { Core } from '@visita/operator/core';

type Sent<Name extends CallName> = { params?: Input<Api[Name]>['params']; body?: Input<Api[Name]>['body'] };

/** Actor whose events cause no mails: these people are fictitious. */
export const actor = 'operator:seed';

/** Returns the command id of a seed key; the commands derive their ids from it. */
export const commandId = (key: string): string => deriveId('visita-demo', key);

/** Sends calls through the handlers of requests, each with an id of its own. */
export const createSender =
  ({ commands }: Core) =>
  async <Name extends CallName>(
    name: Name,
    key: string,
    caller: Caller,
    sent: Sent<Name>,
  ): Promise<Answer<Api[Name]> & { wrote: boolean }> => {
    const call = api[name];
    const handler = commands.handlers[name] as unknown as (
      context: CallContext<Name>,
    ) => Promise<Answer<Api[Name]>>;
    const id = commandId(key);
    const request = { requestId: id, correlationId: id, commandId: id, actor };
    let wrote = false;
    const context = {
      params: call.params.parse(sent.params ?? {}),
      query: {},
      body: call.body.parse(sent.body),
      caller,
      request,
      wrote: () => (wrote = true),
    };
    const answer = await handler(context as unknown as CallContext<Name>);
    return { ...answer, wrote };
  };

export type Send = ReturnType<typeof createSender>;
