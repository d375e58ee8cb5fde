import { useEffect, useRef, type ReactNode } from 'react';

interface MenuProps {
  /** Accessible name of the button. */
  label: string;
  /** Content of the button. */
  button: ReactNode;
  className?: string;
  /** Opens towards the right instead of the left. */
  startsLeft?: boolean;
  /** Called when it opens, to load its content. */
  onOpen?: () => void;
  children: ReactNode;
}

/**
 * A button that opens links and buttons. Escape, a choice or a click outside closes them. A search
 * field in it gets the focus.
 */
export function Menu(props: MenuProps) {
  const { label, button, className = 'button button-plain', startsLeft = false, onOpen, children } = props;
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const element = details.current;
    const close = (event: Event): void => {
      if (!element?.open) return;
      const isInside = element.contains(event.target as Node);
      const isEscape = event instanceof KeyboardEvent && event.key === 'Escape';
      if (event instanceof KeyboardEvent ? !isEscape : isInside) return;
      element.open = false;
      if (isEscape && isInside) element.querySelector('summary')?.focus();
    };
    document.addEventListener('keydown', close);
    document.addEventListener('click', close);
    return () => {
      document.removeEventListener('keydown', close);
      document.removeEventListener('click', close);
    };
  }, []);
  const closeOnChoice = (event: { target: EventTarget }): void => {
    const isChoice = event.target instanceof Element && event.target.closest('a, button') !== null;
    if (isChoice && details.current) details.current.open = false;
  };
  const start = (): void => {
    if (!details.current?.open) return;
    onOpen?.();
    details.current.querySelector<HTMLInputElement>('input[type="search"]')?.focus();
  };
  return (
    <details ref={details} className={`menu${startsLeft ? ' menu-start' : ''}`} onToggle={start}>
      <summary className={className} aria-label={label} title={label}>
        {button}
      </summary>
      {/* The handler only closes the menu after its own links and buttons were used. */}
      <div className="menu-items" role="presentation" onClick={closeOnChoice}>
        {children}
      </div>
    </details>
  );
}
