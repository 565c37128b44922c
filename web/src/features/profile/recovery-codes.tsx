import { Button, Modal, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { saveFile } from '../../lib/page/save-file.ts';
import { Icon } from '../../ui/icons/icons.tsx';
import classes from './factors.module.css';

type Props = { codes: readonly string[]; onClose: () => void };

/** Shows new recovery codes, only once. */
export const RecoveryCodes = ({ codes, onClose }: Props) => {
  const { t } = useTranslation('account');
  const save = () =>
    saveFile('visita-recovery-codes.txt', new Blob([`${codes.join('\n')}\n`], { type: 'text/plain' }));
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(($) => $.factors.codes.title)}
      withCloseButton={false}
      closeOnClickOutside={false}
      centered
    >
      <Stack>
        <Text>{t(($) => $.factors.codes.text)}</Text>
        <ul className={classes['codes']}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <Button variant="default" leftSection={<Icon name="download" size={18} />} onClick={save}>
          {t(($) => $.factors.codes.save)}
        </Button>
        <Button onClick={onClose}>{t(($) => $.factors.codes.done)}</Button>
      </Stack>
    </Modal>
  );
};
