import type { PasskeyView } from '@visita/contracts/pro/passkeys';
import { Button, Modal, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/api/client.ts';
import { Form } from '../../ui/forms/form.tsx';
import { useDraft } from '../../ui/forms/use-draft-form.ts';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { PasskeyName } from './passkey-name.tsx';
import { Why } from '../../ui/forms/why.tsx';

type NamingProps = { passkey: PasskeyView; onRenamed: () => Promise<unknown> };

const Naming = ({ passkey: { id, name: before }, onRenamed }: NamingProps) => {
  const { t } = useTranslation(['account', 'common']);
  const [name, setName, draft] = useDraft(`passkey ${id}`, before);
  const { sending, submit } = useSubmit({ failed: 'factorFailed' });
  const next = name.trim();
  const rename = async () => {
    if (next !== before) await call('renamePasskey', { params: { id }, body: { name: next } });
    draft.discard();
    await onRenamed();
  };
  return (
    <Form onSubmit={() => next !== '' && void submit(rename)}>
      <Stack>
        <PasskeyName name={name} onType={setName} />
        <Button type="submit" loading={sending} disabled={next === ''}>
          {t(($) => $.personal.save)}
        </Button>
        {next === '' && <Why>{t(($) => $.common.fillIn)}</Why>}
      </Stack>
    </Form>
  );
};

type Props = NamingProps & { opened: boolean; onClose: () => void };

/** Renames a passkey; the key on the device does not change. */
export const RenamePasskeyDialog = ({ opened, onClose, ...naming }: Props) => {
  const { t } = useTranslation(['account', 'common']);
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t(($) => $.factors.passkey.renameTitle)}
      closeButtonProps={{ 'aria-label': t(($) => $.common.actions.close) }}
      centered
    >
      <Naming {...naming} />
    </Modal>
  );
};
