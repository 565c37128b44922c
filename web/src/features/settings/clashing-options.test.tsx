// @vitest-environment happy-dom
import type { Pro } from '@visita/contracts/pro/views';
import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { saveOver } from '../../lib/booking/clash.ts';
import { show } from '../../testing/render.tsx';
import { useOptions } from './use-options.ts';

vi.mock('../../lib/booking/clash.ts', () => ({ saveOver: vi.fn(async () => ({ answer: null, body: {} })) }));

const pro = { id: 'p', options: { id: 'o', languagesSpoken: [] }, optionsVersion: '1' } as unknown as Pro;

const Change = () => {
  const { change } = useOptions(pro);
  return <button onClick={() => void change({ languagesSpoken: ['de'] })}>change</button>;
};

it('names the languages of two versions of the options', async () => {
  show(<Change />);
  fireEvent.click(screen.getByText('change'));
  await vi.waitFor(() => expect(saveOver).toHaveBeenCalled());
  const { named } = vi.mocked(saveOver).mock.calls[0]![2];
  expect(named['languagesSpoken']?.show?.(['de', 'it'])).toBe('tedesco, italiano');
  expect(named['comunicationsLanguage']?.show?.('es')).toBe('spagnolo');
});
