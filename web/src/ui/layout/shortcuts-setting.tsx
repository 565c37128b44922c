import { Button, Switch } from '@mantine/core';
import { useAtom, useSetAtom } from 'jotai';
import { useTranslation } from 'react-i18next';
import { Row } from './section.tsx';
import { shortcutsHelpAtom, shortcutsOnAtom } from '../../lib/state/shortcuts.atoms.ts';

/** Switch for shortcuts in this browser. */
export const ShortcutsSwitch = () => {
  const { t } = useTranslation('shortcuts');
  const [on, setOn] = useAtom(shortcutsOnAtom);
  return (
    <Switch
      size="md"
      label={t(($) => $.on)}
      checked={on}
      onChange={(event) => setOn(event.currentTarget.checked)}
    />
  );
};

/** Shortcut settings: the switch and the list. */
export const ShortcutsSetting = () => {
  const { t } = useTranslation('shortcuts');
  const openHelp = useSetAtom(shortcutsHelpAtom);
  return (
    <>
      <Row title={t(($) => $.title)} text={t(($) => $.text)}>
        <Button variant="default" onClick={() => openHelp(true)}>
          {t(($) => $.show)}
        </Button>
      </Row>
      <ShortcutsSwitch />
    </>
  );
};
