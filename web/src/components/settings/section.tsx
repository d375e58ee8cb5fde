import { useId, type ReactNode } from 'react';
import styles from './settings.module.css';

interface SectionProps {
  title: string;
  description?: ReactNode;
  /** What cannot be undone. */
  isDanger?: boolean;
  children: ReactNode;
}

/** A subject of a settings page. */
export function Section({ title, description, isDanger = false, children }: SectionProps) {
  const id = useId();
  return (
    <section
      className={`card ${styles.settingsSection}${isDanger ? ` ${styles.settingsDanger}` : ''}`}
      aria-labelledby={id}
    >
      <div className="card-header">
        <h2 id={id}>{title}</h2>
      </div>
      <div className="card-body stack">
        {description && <p className="muted">{description}</p>}
        {children}
      </div>
    </section>
  );
}
