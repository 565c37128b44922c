// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../lib/api/api.ts';
import { messages, type MessageName } from '../../lib/text/messages.ts';
import { i18n, show } from '../../testing/render.tsx';
import { dropUndo, useToast } from './toast.tsx';

/** Milliseconds for a message to fade out. */
const fade = 500;
/** These are shown in a screen that then redirects to the login. */
const leading: readonly MessageName[] = ['emailChanged', 'passwordChanged'];
const names = (Object.keys(messages) as MessageName[]).filter((name) => !leading.includes(name));
const pass = (milliseconds: number): void => act(() => void vi.advanceTimersByTime(milliseconds));

const Button = ({ name, error }: { name: MessageName; error?: unknown }) => {
  const toast = useToast();
  return <button onClick={() => toast(name, error)}>say it</button>;
};

/** Raises a message and returns its element. */
const say = (name: MessageName, error?: unknown) => {
  show(<Button name={name} error={error} />);
  fireEvent.click(screen.getByText('say it'));
  pass(0);
  return messages[name].kind === 'failed' ? 'alert' : 'status';
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe.each(names)('the message %s', (name) => {
  const { kind, seconds, text } = messages[name];

  it('is announced with its text, in its colour', () => {
    const role = say(name);
    const message = screen.getByRole(role);
    expect(message.textContent).toContain(i18n.t(text as never));
    expect(message.outerHTML).toContain(kind === 'failed' ? 'red' : 'green');
  });

  it(`closes after ${seconds} s`, () => {
    const role = say(name);
    pass(seconds * 1000 - 50);
    expect(screen.queryByRole(role)).not.toBeNull();
    pass(50);
    pass(fade);
    expect(screen.queryByRole(role)).toBeNull();
  });

  it('stays while hovered, then for its whole time again', () => {
    const role = say(name);
    fireEvent.mouseEnter(screen.getByRole(role));
    pass(seconds * 2000);
    fireEvent.mouseLeave(screen.getByRole(role));
    pass(seconds * 1000 - 50);
    expect(screen.queryByRole(role)).not.toBeNull();
    pass(50);
    pass(fade);
    expect(screen.queryByRole(role)).toBeNull();
  });
});

it('shows the known cause of a failure instead of its own text', () => {
  say('bookingFailed', new ApiError('slot-taken', 'slot taken', 409));
  expect(screen.getByRole('alert').textContent).toContain(i18n.t('common:problems.slot-taken' as never));
});

describe('an action on something', () => {
  const acts: string[] = [];
  const Doing = ({ of }: { of: string }) => {
    const toast = useToast();
    const doIt = (what: string) =>
      toast('bookingChanged', undefined, { of, act: () => void acts.push(`${of} ${what}`) });
    return ['first', 'second'].map((what) => (
      <button key={what} onClick={() => doIt(what)}>{`${of} ${what}`}</button>
    ));
  };
  const offered = () => screen.queryAllByRole('button', { name: i18n.t('common:actions.undo' as never) });
  const press = (element: HTMLElement | undefined) => {
    if (element) fireEvent.click(element);
    pass(fade);
  };

  it('can be undone once if it was the last on it; undos of other things stay', () => {
    show(
      <>
        <Doing of="a" />
        <Doing of="b" />
      </>,
    );
    for (const done of ['b first', 'a first', 'a second']) press(screen.getByText(done));
    expect(offered()).toHaveLength(2);
    press(offered()[1]);
    expect(acts).toEqual(['a second']);
    expect(offered()).toHaveLength(1);
    dropUndo('a');
    pass(fade);
    expect(offered()).toHaveLength(1);
    act(() => dropUndo('b'));
    pass(fade);
    expect(offered()).toEqual([]);
  });
});
