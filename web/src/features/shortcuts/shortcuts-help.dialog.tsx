import { Modal, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ShortcutsSwitch } from '../../ui/layout/shortcuts-setting.tsx';
import { useFocusBack } from '../../ui/panels/use-focus-back.ts';
import classes from './shortcuts.module.css';
import { entryKeys, lockKeys, shortcutKeys } from '../../lib/hooks/use-shortcuts.ts';

const allKeys = { ...shortcutKeys, ...entryKeys, ...lockKeys };
const keys = Object.entries(allKeys) as [keyof typeof allKeys, string][];

/** Dialog with all shortcuts and a switch to turn them off. */
export const ShortcutsHelp = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation(['shortcuts', 'common']);
  useFocusBack(true);
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(($) => $.title)}
      closeButtonProps={{ 'aria-label': t(($) => $.common.actions.close) }}
      centered
    >
      <Stack>
        <dl className={classes['keys']}>
          {keys.map(([name, key]) => (
            <div key={name}>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{t(($) => $.keys[name])}</dd>
            </div>
          ))}
        </dl>
        <ShortcutsSwitch />
      </Stack>
    </Modal>
  );
};
