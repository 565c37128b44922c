import { Button, Stack } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Form } from './form.tsx';
import { SidePanel } from './side-panel.tsx';
import { useFading } from './use-fading.ts';
import { useSubmit, type Told } from './use-submit.ts';

type Props = Told & {
  title: string;
  /** The text of the button that sends. */
  submit: string;
  /** Sends what is written, after which the panel closes unless this says otherwise; null while it may not be sent. */
  send: (() => Promise<'stay' | void>) | null;
  onClose: () => void;
  /** Whether a button beside gives up. */
  cancel?: boolean;
  /** What there is to read once it is sent, in place of the form. */
  result?: ReactNode;
  children: ReactNode;
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

/** A side panel with a form, which says how sending went and closes once it went well. */
export const FormPanel = (props: Props) => {
  const { title, submit, send, onClose, cancel, result, children, below, ...told } = props;
  const { t } = useTranslation('common');
  const id = useId();
  const fading = useFading(onClose);
  const close = fading.onClose;
  const sender = useSubmit(told);
  const save = async () => {
    if (!send) return;
    let stays = false;
    const went = await sender.submit(async () => {
      stays = (await send()) === 'stay';
    });
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
            {children}
          </Form>
          {below?.(close)}
        </Stack>
      )}
    </SidePanel>
  );
};
