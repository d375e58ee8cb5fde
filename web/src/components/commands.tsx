import { t } from '@lingui/core/macro';
import { CopyButton } from './copy-button';
import styles from './commands.module.css';

/** Commands for a terminal with a button that copies them. */
export function Commands({ title, lines }: { title: string; lines: readonly string[] }) {
  const text = lines.join('\n');
  return (
    <section className="stack-small">
      <div className="row between">
        <h3>{title}</h3>
        <CopyButton text={`${text}\n`} label={t`Copy the commands: ${title}`} />
      </div>
      <pre className={styles.commands}>{text}</pre>
    </section>
  );
}
