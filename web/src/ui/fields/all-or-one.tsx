import { NativeSelect } from '@mantine/core';

const all = 'all';

type Props = {
  label: string;
  /** Label of the option for all, whose value is null. */
  everything: string;
  data: readonly { value: string; label: string }[];
  value: string | null;
  onChange: (value: string | null) => void;
};

/** Native select with an option for all, which keeps the calendar's first load small. */
export const AllOrOne = ({ label, everything, data, value, onChange }: Props) => (
  <NativeSelect
    aria-label={label}
    data={[{ value: all, label: everything }, ...data]}
    value={value ?? all}
    onChange={({ currentTarget }) => onChange(currentTarget.value === all ? null : currentTarget.value)}
  />
);
