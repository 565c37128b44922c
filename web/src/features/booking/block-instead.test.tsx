// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { show } from '../../testing/render.tsx';
import { BlockInstead } from './block-instead.tsx';

vi.mock('../../lib/api/client.ts', () => ({ call: vi.fn() }));

const when = { day: '2026-11-23', time: '10:00' };

it('offers to block one’s own time instead of booking it', () => {
  show(<BlockInstead when={when} minutes={30} own />);
  expect(screen.getByRole('button', { name: 'Blocca invece questo orario' })).toBeTruthy();
});

it('explains why a colleague’s time cannot be blocked', () => {
  show(<BlockInstead when={when} minutes={30} own={false} />);
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.getByText('Si possono bloccare solo i propri orari, non quelli di un collega.')).toBeTruthy();
});
