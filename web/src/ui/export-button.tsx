import { Button } from '@mantine/core';
import { useState } from 'react';
import { saveJson } from '../lib/save-file.ts';
import { Icon } from './icons.tsx';
import { useToasts } from './toast.tsx';

type Props = {
  label: string;
  filename: string;
  /** What is said where it fails. */
  failed: string;
  load: () => Promise<unknown>;
};

/** Saves what is held about somebody as a file. */
export const ExportButton = ({ label, filename, failed, load }: Props) => {
  const toasts = useToasts();
  const [loading, setLoading] = useState(false);
  const save = async () => {
    setLoading(true);
    try {
      saveJson(filename, await load());
    } catch (error) {
      toasts.failed(error, failed, 7);
    }
    setLoading(false);
  };
  return (
    <Button
      variant="default"
      leftSection={<Icon name="download" size={18} />}
      loading={loading}
      onClick={() => void save()}
    >
      {label}
    </Button>
  );
};
