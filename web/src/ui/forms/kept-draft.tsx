import { Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Draft } from './use-draft-form.ts';

/** Says that a form goes on with what was typed before, where it does, and lets one begin anew. */
export const KeptDraft = ({ draft }: { draft: Draft }) => {
  const { t } = useTranslation('common');
  if (!draft.kept) return null;
  return (
    <Group justify="space-between" mb="md">
      <Text c="dimmed">{t(($) => $.draft.kept)}</Text>
      <Button variant="subtle" size="compact-sm" onClick={draft.discard}>
        {t(($) => $.draft.discard)}
      </Button>
    </Group>
  );
};
