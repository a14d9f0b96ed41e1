/** Drag a thing onto another with a mouse, a pen or a finger. A press without movement stays a press. */

export interface Dragging {
  /** Called with the `data-drop` of the element on which the thing was dropped. */
  drop: (target: string) => unknown;
}

const FAR = 8; // px of movement that turn a press into a drag

/** Classify a press that has moved this far: a drag, not yet a drag, or a swipe that scrolls. */
export function become(dx: number, dy: number, swipe: string): 'press' | 'drag' | 'swipe' {
  if (Math.hypot(dx, dy) < FAR) return 'press';
  if (swipe === 'pan-x') return Math.abs(dy) > Math.abs(dx) ? 'drag' : 'swipe';
  if (swipe === 'pan-y') return Math.abs(dx) > Math.abs(dy) ? 'drag' : 'swipe';
  return 'drag';
}

function targetAt(x: number, y: number): Element | null {
  return document.elementFromPoint(x, y)?.closest('[data-drop]') ?? null;
}

/**
 * An attachment that makes an element draggable: {@attach may && draggable({ ... })}. If swipes scroll what is around the
 * element, set --swipe in the CSS to pan-x or pan-y; then a drag begins in the other direction.
 */
export function draggable(options: Dragging): (node: HTMLElement) => () => void {
  return (node) => {
    let start: { x: number; y: number; id: number; swipe: string } | null = null;
    let ghost: HTMLElement | null = null;
    let over: Element | null = null;

    function mark(target: Element | null): void {
      over?.removeAttribute('data-over');
      target?.setAttribute('data-over', '');
      over = target;
    }
    function down(event: PointerEvent): void {
      if (event.button !== 0 || ghost) return;
      const swipe = event.pointerType === 'mouse' ? 'none' : getComputedStyle(node).touchAction;
      start = { x: event.clientX, y: event.clientY, id: event.pointerId, swipe };
    }
    function move(event: PointerEvent): void {
      if (!start || event.pointerId !== start.id) return;
      if (!ghost) {
        const now = become(event.clientX - start.x, event.clientY - start.y, start.swipe);
        if (now === 'swipe') start = null;
        if (now !== 'drag' || !start) return;
        node.setPointerCapture(start.id);
        ghost = ghostOf(node);
      }
      ghost.style.translate = `${event.clientX}px ${event.clientY}px`;
      mark(targetAt(event.clientX, event.clientY));
    }
    function up(event: PointerEvent): void {
      if (event.pointerId !== start?.id) return;
      const dropped = ghost ? targetAt(event.clientX, event.clientY) : null;
      if (ghost) swallowClick(node);
      end();
      const target = dropped?.getAttribute('data-drop');
      if (target) options.drop(target);
    }
    /** The browser treats the pointer as a swipe: drop nothing. */
    function cancel(event: PointerEvent): void {
      if (event.pointerId === start?.id) end();
    }
    function end(): void {
      ghost?.remove();
      mark(null);
      ghost = null;
      start = null;
    }

    node.style.touchAction = 'var(--swipe, none)';
    node.addEventListener('pointerdown', down);
    node.addEventListener('pointermove', move);
    node.addEventListener('pointerup', up);
    node.addEventListener('pointercancel', cancel);
    return () => {
      end();
      node.style.touchAction = '';
      node.removeEventListener('pointerdown', down);
      node.removeEventListener('pointermove', move);
      node.removeEventListener('pointerup', up);
      node.removeEventListener('pointercancel', cancel);
    };
  };
}

function ghostOf(node: HTMLElement): HTMLElement {
  const ghost = document.createElement('div');
  ghost.className = 'drag-ghost';
  const picture = node.querySelector('[data-ghost]') ?? node;
  ghost.append(picture.cloneNode(true));
  ghost.setAttribute('aria-hidden', 'true');
  document.body.append(ghost);
  return ghost;
}

/** Ignore the click that the browser sends after a drag. */
function swallowClick(node: HTMLElement): void {
  const swallow = (event: Event): void => {
    event.stopPropagation();
    event.preventDefault();
  };
  node.addEventListener('click', swallow, { capture: true, once: true });
  setTimeout(() => node.removeEventListener('click', swallow, { capture: true }), 50);
}
