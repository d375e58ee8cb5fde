import { t } from '@lingui/core/macro';
import { CopyButton } from '../copy-button';
import styles from './settings.module.css';

/** A secret that the API shows once, with a button that copies it. */
export function NewSecret({ label, value, more }: { label: string; value: string; more?: string }) {
  return (
    <div className="notice notice-warning" role="status">
      <div className="grow stack-small">
        <strong>{label}</strong>
        <div className="row">
          <code className={styles.settingsSecret}>{value}</code>
          <CopyButton text={value} label={t`Copy: ${label}`} />
        </div>
        <span className="small">{more ?? t`Copy it now: it is not shown again.`}</span>
      </div>
    </div>
  );
}
