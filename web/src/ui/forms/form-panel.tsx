import { Alert, Button, Stack, Text } from '@mantine/core';
import { useId, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Form } from './form.tsx';
import { KeptDraft } from './kept-draft.tsx';
import { SidePanel } from '../panels/side-panel.tsx';
import { useFading } from '../panels/use-fading.ts';
import { useMessageText } from '../../lib/text/message-text.ts';
import { messages } from '../../lib/text/messages.ts';
import { useTimer } from '../../lib/time/use-timer.ts';
import type { Draft } from './use-draft-form.ts';
import { type unsaved, useSubmit, type Told } from './use-submit.ts';

type Props = Told & {
  title: string;
  /** The text of the button that sends. */
  submit: string;
  /** Sends what is written, after which the panel closes unless this says otherwise; null while it may not be sent. */
  send: (() => Promise<'stay' | typeof unsaved | void>) | null;
  onClose: () => void;
  /** Whether a button beside gives up. */
  cancel?: boolean;
  /** What there is to read once it is sent, in place of the form. */
  result?: ReactNode;
  children: ReactNode;
  /** What the panel keeps of its form where it is closed before that is sent. */
  draft?: Draft;
  /** What is missing before the form can be sent. */
  missing?: ReactNode;
  /** What the panel has besides its form. */
  below?: (close: () => void) => ReactNode;
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

type FailureProps = { name: Told['failed']; error: unknown; onEnd: () => void };

/** Says what went wrong beside what was typed, for the seconds of the message; hovering holds it. */
const Failure = ({ name, error, onEnd }: FailureProps) => {
  const textOf = useMessageText();
  const hold = useTimer(messages[name].seconds, onEnd);
  return (
    <Alert color="red" mt="md" role="note" {...hold}>
      {textOf(name, error)}
    </Alert>
  );
};

/** Sends a form, and keeps what went wrong for its seconds, or until the next try. */
const useFailure = (told: Told) => {
  const [failure, setFailure] = useState<unknown>();
  const sender = useSubmit(told);
  const submit = (send: () => Promise<unknown>) => {
    setFailure(undefined);
    return sender.submit(async () => {
      try {
        return await send();
      } catch (error) {
        setFailure(error);
        throw error;
      }
    });
  };
  const drop = () => setFailure(undefined);
  // A screen with a place of its own for it says it there.
  const said = failure !== undefined && !told.say && (
    <Failure name={told.failed} error={failure} onEnd={drop} />
  );
  return { ...sender, submit, said };
};

/** A side panel with a form, which says how sending went and closes once it went well. */
export const FormPanel = (props: Props) => {
  const { title, submit, send, onClose, cancel, result, children, below, draft, missing, ...told } = props;
  const { t } = useTranslation('common');
  const id = useId();
  const fading = useFading(onClose);
  const close = fading.onClose;
  const sender = useFailure(told);
  const save = async () => {
    if (!send) return;
    let stays = false;
    const went = await sender.submit(async () => {
      const sent = await send();
      stays = sent === 'stay';
      return sent;
    });
    if (went) draft?.clear();
    if (went && !stays) close();
  };
  // What was sent stays so while the panel fades.
  const loading = sender.sending || !fading.opened;
  const buttons = <Buttons form={id} loading={loading} disabled={!send} {...{ cancel, submit, close }} />;
  return (
    <SidePanel
      {...fading}
      title={title}
      footer={result ? <Button onClick={close}>{t(($) => $.actions.close)}</Button> : buttons}
    >
      {result || (
        <Stack gap="xl">
          <Form id={id} onSubmit={save}>
            {draft && <KeptDraft draft={draft} />}
            {children}
            {!send && missing && (
              <Text c="dimmed" mt="md">
                {missing}
              </Text>
            )}
            {sender.said}
          </Form>
          {below?.(close)}
        </Stack>
      )}
    </SidePanel>
  );
};
