import { options, type VNode } from 'preact';

type Props = Record<string, unknown>;

const isText = (child: unknown): child is string | number =>
  typeof child === 'string' || typeof child === 'number';
const isNothing = (child: unknown) => child === null || child === undefined || typeof child === 'boolean';

/** Returns children as one text; null if one is an element. */
const textOf = (children: unknown): string | null => {
  const list: unknown[] = [children].flat(Infinity).filter((child) => !isNothing(child));
  return list.length > 0 && list.every(isText) ? list.join('') : null;
};

/** Elements whose text is their value, which Preact sets itself. */
const fields: ReadonlySet<string> = new Set(['textarea', 'input', 'select']);

const replaceTexts = (vnode: VNode): void => {
  const type: unknown = vnode.type;
  if (type === null) {
    // For a text node, the props are the text.
    const props: unknown = vnode.props;
    const text = typeof props === 'string' || typeof props === 'number' ? `${props}` : '';
    // Whitespace is not translated and never changes.
    if (text.trim() === '') return;
    vnode.type = 'span';
    vnode.props = { textContent: text } as Props as VNode['props'];
  } else if (typeof type === 'string' && !fields.has(type)) {
    const { children, ...rest } = vnode.props;
    const textContent = textOf(children);
    if (textContent !== null) vnode.props = { ...rest, textContent } as Props as VNode['props'];
  }
};

/**
 * Makes Preact replace text nodes instead of changing them. Browser translation swaps each text node for an
 * element, and Preact would keep writing into the detached node.
 */
export const keepTextsReplaced = (): void => {
  const before = options.vnode;
  options.vnode = (vnode) => {
    before?.(vnode);
    replaceTexts(vnode);
  };
};
