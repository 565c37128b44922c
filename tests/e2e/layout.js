// Runs in the page: returns layout faults; `least` is the minimum size of targets in pixels.
globalThis.layoutFaults = (least) => {
  const faults = new Set();
  const over = 'dialog[open], [role=dialog], [data-over], [data-dates-dropdown], [popover]:popover-open';
  const modals = [...document.querySelectorAll(over)].filter((one) =>
    one.checkVisibility({ visibilityProperty: true }),
  );
  const scope = modals.at(-1) ?? document.body;
  const nameOf = (element) => element.outerHTML.replaceAll(/\s+/g, ' ').slice(0, 160);
  const fault = (what, element) => faults.add(`${what}: ${nameOf(element)}`);
  const ancestorsOf = function* (element) {
    for (let at = element.parentElement; at; at = at.parentElement) yield at;
  };
  const scrolls = (element, axis) => /auto|scroll/.test(getComputedStyle(element)[`overflow${axis}`]);
  const clips = (element, axis) => /hidden|clip/.test(getComputedStyle(element)[`overflow${axis}`]);
  const scrollerOf = (element, axis) => [...ancestorsOf(element)].find((one) => scrolls(one, axis));
  // Visible to screen readers only, or only while focused.
  const isHidden = (element) => {
    const { width, height, bottom } = element.getBoundingClientRect();
    return (
      width < 2 ||
      height < 2 ||
      bottom <= 0 ||
      !element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) ||
      element.closest('.visually-hidden, [inert], [aria-hidden=true]') !== null
    );
  };

  if (document.documentElement.scrollWidth > innerWidth) {
    faults.add(`the page is ${document.documentElement.scrollWidth} px wide, and its window ${innerWidth}`);
    for (const element of document.querySelectorAll('body *'))
      if (
        !isHidden(element) &&
        element.getBoundingClientRect().right > innerWidth + 1 &&
        !scrollerOf(element, 'X')
      )
        fault('which this reaches beyond', element);
  }

  /** Returns the visible part of a text's box; empty if it is scrolled out of view. */
  const seenOf = (element, box) => {
    let { left, top, right, bottom } = box;
    for (const around of [element, ...ancestorsOf(element)]) {
      if (['X', 'Y'].every((axis) => !scrolls(around, axis) && !clips(around, axis))) continue;
      const edge = around.getBoundingClientRect();
      left = Math.max(left, edge.left);
      top = Math.max(top, edge.top);
      right = Math.min(right, edge.right);
      bottom = Math.min(bottom, edge.bottom);
    }
    return { left, top, right, bottom };
  };
  const floats = (element) =>
    [element, ...ancestorsOf(element)].some(
      (one) => one !== scope && scope.contains(one) && /fixed|sticky/.test(getComputedStyle(one).position),
    );
  const seen = [];
  const texts = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const element = text.parentElement;
    // Texts with a title, and calendar entries, may be cut.
    if (!text.data.trim() || isHidden(element) || element.closest('[title], .entry, option, textarea'))
      continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const box = range.getBoundingClientRect();
    if (box.width < 2) continue;
    if (!floats(element))
      for (const line of range.getClientRects()) seen.push({ element, ...seenOf(element, line) });
    for (const around of [element, ...ancestorsOf(element)]) {
      const edge = around.getBoundingClientRect();
      if (scrolls(around, 'X') || scrolls(around, 'Y')) break;
      if (clips(around, 'X') && (box.left < edge.left - 1 || box.right > edge.right + 1))
        fault('cut text', element);
      if (clips(around, 'Y') && (box.top < edge.top - 4 || box.bottom > edge.bottom + 4))
        fault('cut text', element);
    }
  }

  for (const [index, one] of seen.entries())
    for (const other of seen.slice(index + 1)) {
      const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
      if (width > 4 && height > 6) fault(`over ${nameOf(other.element)}`, one.element);
    }

  const isControl =
    'a[href], button, input:not([type=hidden]), select, textarea, [role=button], [role=option], [role=tab]';
  /** Returns a control's box including its label. */
  const boxOf = (control) => {
    const boxes = [control, ...(control.labels ?? [])].map((one) => one.getBoundingClientRect());
    const left = Math.min(...boxes.map((box) => box.left));
    const top = Math.min(...boxes.map((box) => box.top));
    const width = Math.max(...boxes.map((box) => box.right)) - left;
    const height = Math.max(...boxes.map((box) => box.bottom)) - top;
    return { width, height };
  };
  const isInline = (control) =>
    control.matches('a') &&
    getComputedStyle(control).display === 'inline' &&
    control.parentElement.innerText.trim() !== control.innerText.trim();
  for (const control of scope.querySelectorAll(isControl)) {
    if (isHidden(control)) continue;
    const { left, right } = control.getBoundingClientRect();
    if ((left < -1 || right > innerWidth + 1) && !scrollerOf(control, 'X'))
      fault('out of the window', control);
    const { width, height } = boxOf(control);
    if (!isInline(control) && Math.min(width, height) < least - 0.5)
      fault(`only ${Math.round(width)} × ${Math.round(height)} px`, control);

    control.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    const [box] = control.getClientRects();
    const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    const labels = [...(control.labels ?? [])];
    const reached = [control, ...labels].some((one) => one.contains(hit) || (hit?.contains(one) ?? false));
    if (!reached) fault(`under ${hit ? nameOf(hit) : 'nothing'}`, control);
  }
  scrollTo({ top: 0, behavior: 'instant' });
  return [...faults];
};
