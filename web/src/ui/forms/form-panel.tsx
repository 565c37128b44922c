import { Alert, Button, Stack } from '@mantine/core';
import { useId, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Form } from './form.tsx';
import { Why } from './why.tsx';
import { KeptDraft } from './kept-draft.tsx';
import { SidePanel } from '../panels/side-panel.tsx';
import { useBackCloses } from '../../lib/hooks/use-back-closes.ts';
import { useFading } from '../panels/use-fading.ts';
import { useMessageText } from '../../lib/text/message-text.ts';
import { messages } from '../../lib/text/messages.ts';
import { useTimer } from '../../lib/time/use-timer.ts';
import type { Draft } from './use-draft-form.ts';
import { RefusalContext } from './use-refused.ts';
import type { Undo } from '../feedback/toast.tsx';
import { type unsaved, useSubmit, type SubmitMessages } from './use-submit.ts';

type Props = SubmitMessages & {
  title: string;
  submit: string;
  /** Sends the form; the panel then closes unless 'stay' is returned. Null while incomplete. */
  send: (() => Promise<'stay' | typeof unsaved | void>) | null;
  onClose: () => void;
  cancel?: boolean;
  /** Shown in place of the form once it is sent. */
  result?: ReactNode;
  children: ReactNode;
  /** Draft that the panel keeps when it closes unsent. */
  draft?: Draft;
  missing?: ReactNode;
  below?: (close: () => void) => ReactNode;
  /** Line of the success message, for example the professional and the time. */
  about?: string | null;
  /** Button of the success message. */
  next?: Undo | undefined;
  /** Values whose change removes an error; without them, it stays for the message's seconds. */
  values?: unknown;
  /** True if a wide window shows the panel beside the page, and the Back button closes it. */
  beside?: boolean;
};

type ButtonsProps = Pick<Props, 'submit'> & {
  cancel: boolean | undefined;
  form: string;
  loading: boolean;
  disabled: boolean;
  close: () => void;
};

const Buttons = ({ cancel, submit, close, ...button }: ButtonsProps) => {
  const { t } = useTranslation('common');
  return (
    <>
      {cancel && (
        <Button variant="default" onClick={close}>
          {t(($) => $.actions.cancel)}
        </Button>
      )}
      <Button type="submit" {...button}>
        {submit}
      </Button>
    </>
  );
};

type FailureProps = { name: SubmitMessages['failed']; error: unknown };

const ErrorText = ({ name, error, ...hold }: FailureProps & Partial<ReturnType<typeof useTimer>>) => {
  const textOf = useMessageText();
  return (
    <Alert color="red" mt="md" role="note" {...hold}>
      {textOf(name, error)}
    </Alert>
  );
};

/** Error beside the form, for the message's seconds or longer while hovered. */
const Failure = ({ onEnd, ...failed }: FailureProps & { onEnd: () => void }) => (
  <ErrorText {...failed} {...useTimer(messages[failed.name].seconds, onEnd)} />
);

/**
 * Sends a form, marks refused fields, and keeps the error until the next attempt: for the message's seconds, or while
 * the given values stay.
 */
const useFailure = (submitMessages: SubmitMessages, draft: Draft | undefined, values: unknown) => {
  const written = values === undefined ? null : JSON.stringify(values);
  const [failure, setFailure] = useState<{ error: unknown; written: string | null } | null>(null);
  const [refusal, setRefusal] = useState<unknown>();
  const sender = useSubmit(submitMessages);
  const submit = (send: () => Promise<unknown>, about: string | null, next?: Undo) => {
    setFailure(null);
    return sender.submit(
      async () => {
        try {
          return await send();
        } catch (error) {
          setFailure({ error, written });
          setRefusal(error);
          draft?.mark(error);
          throw error;
        }
      },
      next,
      about,
    );
  };
  const drop = () => setFailure(null);
  // Screens with their own place for messages show it there.
  const failed = failure && failure.written === written && !submitMessages.say;
  const shown = failed && { name: submitMessages.failed, error: failure.error };
  const alert = shown && (written === null ? <Failure {...shown} onEnd={drop} /> : <ErrorText {...shown} />);
  return { ...sender, submit, alert, refusal };
};

/** Side panel with a form, which reports the result and closes on success. */
export const FormPanel = (props: Props) => {
  const { title, submit, send, onClose, cancel, result, children, below, draft, missing, ...others } = props;
  const { beside = false, about = null, next, values, ...submitMessages } = others;
  const { t } = useTranslation('common');
  const id = useId();
  const fading = useFading(onClose);
  const close = fading.onClose;
  useBackCloses(beside && fading.opened, close);
  const sender = useFailure(submitMessages, draft, values);
  const save = async () => {
    if (!send) return;
    let stays = false;
    const sendOnce = async () => {
      const sent = await send();
      stays = sent === 'stay';
      return sent;
    };
    const went = await sender.submit(sendOnce, about, next);
    if (went) draft?.clear();
    if (went && !stays) close();
  };
  // Stays in the busy state while the panel fades out.
  const loading = sender.sending || !fading.opened;
  const why = !send && <Why>{missing}</Why>;
  const buttons = <Buttons form={id} loading={loading} disabled={!send} {...{ cancel, submit, close }} />;
  return (
    <SidePanel
      {...fading}
      title={title}
      beside={beside}
      footer={
        result ? (
          <Button onClick={close}>{t(($) => $.actions.close)}</Button>
        ) : (
          <>
            {why}
            {buttons}
          </>
        )
      }
    >
      {result || (
        <Stack gap="xl">
          <Form id={id} onSubmit={save}>
            {draft && <KeptDraft draft={draft} />}
            <RefusalContext value={sender.refusal}>{children}</RefusalContext>
            {sender.alert}
          </Form>
          {below?.(close)}
        </Stack>
      )}
    </SidePanel>
  );
};
