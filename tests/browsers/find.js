// Runs in the page: finds elements by role and name, as a user does.
globalThis.found = ({ kind, name, within, nth = 0 }) => {
  const kinds = {
    button: 'button, [role=button]',
    checkbox: 'input[type=checkbox]',
    combobox: 'select, [role=combobox], input[aria-haspopup=listbox]',
    dialog: 'dialog[open], [role=dialog]',
    entry: '.entry',
    field: 'input:not([type=checkbox]), textarea, select',
    freeDay: '[role=gridcell] button:not(:disabled):not([aria-disabled=true])',
    heading: 'h1, h2, h3',
    link: 'a[href]',
    option: '[role=option]',
    time: 'button',
  };
  const said = (element) => element.textContent.replaceAll(/\s+/g, ' ').trim();
  const namesOf = (element) => [
    element.getAttribute('aria-label'),
    ...(element.getAttribute('aria-labelledby') ?? '')
      .split(' ')
      .map((id) => id && document.getElementById(id) && said(document.getElementById(id))),
    ...[...(element.labels ?? [])].map(said),
    said(element),
  ];
  const isCalled = (element) => {
    if (name === undefined) return true;
    const names = namesOf(element).filter(Boolean);
    if (name.startsWith('/')) return names.some((one) => new RegExp(name.slice(1)).test(one));
    // The name of a required field ends with a star.
    return names.some((one) => one === name || one.replace(/\s*\*$/, '') === name);
  };
  const shown = (element) => element.checkVisibility({ visibilityProperty: true });
  const scope = within === 'dialog' ? [...document.querySelectorAll(kinds.dialog)].findLast(shown) : document;
  return [...(scope?.querySelectorAll(kinds[kind]) ?? [])].filter((one) => shown(one) && isCalled(one))[nth];
};

/** Running animations that end. */
const moving = () =>
  document.getAnimations().filter((one) => one.effect?.getComputedTiming().iterations !== Infinity);

/** Returns the point to press, once nothing moves or covers it; `arrived` records whether the press arrives. */
globalThis.pointOf = async (what) => {
  const element = globalThis.found(what);
  if (!element || element.disabled) return null;
  const target = element.type === 'checkbox' ? (element.labels?.[0] ?? element) : element;
  target.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
  await Promise.allSettled(moving().map(({ finished }) => finished));
  const pointIn = () => {
    const { left, top, width, height } = target.getBoundingClientRect();
    return { x: Math.round(left + Math.min(width / 2, 12)), y: Math.round(top + height / 2) };
  };
  const before = pointIn();
  await new Promise((resolve) => setTimeout(resolve, 50));
  const { x, y } = pointIn();
  const hit = document.elementFromPoint(x, y);
  const reached = hit && (target.contains(hit) || hit.contains(target));
  if (before.x !== x || before.y !== y || !reached) return null;
  globalThis.arrived = false;
  target.addEventListener('click', () => (globalThis.arrived = true), { once: true, capture: true });
  return { x, y };
};
