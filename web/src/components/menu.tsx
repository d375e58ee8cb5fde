import { useEffect, useRef, type ReactNode } from 'react';

interface MenuProps {
  /** Accessible name of the button. */
  label: string;
  /** Content of the button. */
  button: ReactNode;
  className?: string;
  /** Opens towards the right instead of the left. */
  startsLeft?: boolean;
  children: ReactNode;
}

/** A button that opens links and buttons. Escape, a choice or a click outside closes them. */
export function Menu({ label, button, className = 'button button-plain', startsLeft = false, children }: MenuProps) {
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
  return (
    <details ref={details} className={`menu${startsLeft ? ' menu-start' : ''}`}>
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
