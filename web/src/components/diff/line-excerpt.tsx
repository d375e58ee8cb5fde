/** Some lines of a diff, without buttons. */
import { t } from '@lingui/core/macro';
import { CodeText } from '../code/code-text';
import { lineTypeTexts } from './line-type-texts';
import type { DiffRow } from './parse-diff';
import codeStyles from '../code/code.module.css';
import styles from './diff.module.css';

const tones: Readonly<Partial<Record<DiffRow['type'], string | undefined>>> = {
  added: styles.diffRowAdded,
  removed: styles.diffRowRemoved,
};
const signs: Readonly<Partial<Record<DiffRow['type'], string>>> = { added: '+', removed: '−' };

/** Shows the lines. */
export function LineExcerpt({ rows }: { rows: readonly DiffRow[] }) {
  return (
    <table className={`${codeStyles.codeLines} ${styles.diffTable}`} aria-label={t`Lines of the thread`}>
      <tbody>
        {rows.map(({ type, text, oldLine, newLine }) => (
          <tr key={`${oldLine} ${newLine}`} className={tones[type]}>
            <td className={`${codeStyles.codeNumber} ${styles.codeNumber}`}>{newLine ?? oldLine}</td>
            <td className={styles.diffSign}>
              <span aria-hidden="true">{signs[type]}</span>
              <span className="visually-hidden">{lineTypeTexts[type]}</span>
            </td>
            <td className={`${codeStyles.codeLine} ${styles.codeLine}`}>
              <CodeText text={text} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
