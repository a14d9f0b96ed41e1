/** Dragging a thing onto another, with a mouse, a pen or a finger. A press that does not move stays a press. */

export interface Dragging {
  /** The things it can be dropped on carry data-drop; this is told what one says. */
  drop: (target: string) => unknown;
  /** Whether it can be dragged at the moment. */
  may: () => boolean;
}

const FAR = 8; // px before a press becomes a drag

function targetAt(x: number, y: number): Element | null {
  return document.elementFromPoint(x, y)?.closest('[data-drop]') ?? null;
}

/** For use as an attachment: {@attach draggable({ ... })}. */
export function draggable(options: Dragging): (node: HTMLElement) => () => void {
  return (node) => {
    let start: { x: number; y: number; id: number } | null = null;
    let ghost: HTMLElement | null = null;
    let over: Element | null = null;

    function mark(target: Element | null): void {
      over?.removeAttribute('data-over');
      target?.setAttribute('data-over', '');
      over = target;
    }
    function down(event: PointerEvent): void {
      if (event.button === 0 && options.may()) start = { x: event.clientX, y: event.clientY, id: event.pointerId };
    }
    function move(event: PointerEvent): void {
      if (!start || event.pointerId !== start.id) return;
      if (!ghost) {
        if (Math.hypot(event.clientX - start.x, event.clientY - start.y) < FAR) return;
        node.setPointerCapture(start.id);
        ghost = ghostOf(node);
      }
      ghost.style.translate = `${event.clientX}px ${event.clientY}px`;
      mark(targetAt(event.clientX, event.clientY));
    }
    function up(event: PointerEvent): void {
      const dropped = ghost !== null && event.type === 'pointerup' ? targetAt(event.clientX, event.clientY) : null;
      if (ghost) swallowClick(node);
      end();
      const target = dropped?.getAttribute('data-drop');
      if (target) options.drop(target);
    }
    function end(): void {
      ghost?.remove();
      mark(null);
      ghost = null;
      start = null;
    }

    node.style.touchAction = 'none';
    node.addEventListener('pointerdown', down);
    node.addEventListener('pointermove', move);
    node.addEventListener('pointerup', up);
    node.addEventListener('pointercancel', up);
    return () => {
      end();
      node.removeEventListener('pointerdown', down);
      node.removeEventListener('pointermove', move);
      node.removeEventListener('pointerup', up);
      node.removeEventListener('pointercancel', up);
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

/** The click that follows a drag is not meant. */
function swallowClick(node: HTMLElement): void {
  const swallow = (event: Event): void => {
    event.stopPropagation();
    event.preventDefault();
  };
  node.addEventListener('click', swallow, { capture: true, once: true });
  setTimeout(() => node.removeEventListener('click', swallow, { capture: true }), 50);
}
