import { NativeSelect } from '@mantine/core';

const all = 'all';

type Props = {
  label: string;
  /** The option for all of them, which is null. */
  everything: string;
  data: readonly { value: string; label: string }[];
  value: string | null;
  onChange: (value: string | null) => void;
};

/** One of several, or all; native, for the calendar's first load counts kilobytes. */
export const AllOrOne = ({ label, everything, data, value, onChange }: Props) => (
  <NativeSelect
    aria-label={label}
    data={[{ value: all, label: everything }, ...data]}
    value={value ?? all}
    onChange={({ currentTarget }) => onChange(currentTarget.value === all ? null : currentTarget.value)}
  />
);
