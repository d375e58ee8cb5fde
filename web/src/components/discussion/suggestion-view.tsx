/** A suggested change of lines, with buttons that apply it. */
import { Check } from 'lucide-react';
import { useMemo } from 'react';
import { applySuggestion, type Suggestion } from '#data/suggestions';
import { useAction } from '#lib/use-action';
import { changedWords } from '../diff/word-changes';
import { CodeText } from '../code/code-text';
import { useSuggestionBatch } from './suggestion-batch';
import codeStyles from '../code/code.module.css';
import diffStyles from '../diff/diff.module.css';
import styles from './discussion.module.css';

interface SuggestionViewProps {
  suggestion: Suggestion;
  /** Key of the merge request, whose queries the commit changes. */
  itemKey: readonly unknown[];
  /** Whether the visitor is signed in. The API decides whether they may push. */
  canApply: boolean;
}

/** Shows the lines before and after. */
export function SuggestionView({ suggestion, itemKey, canApply }: SuggestionViewProps) {
  const {
    id,
    from_content: before,
    to_content: after,
    from_line: first,
    to_line: last,
    applied,
    appliable,
  } = suggestion;
  const { run, isBusy } = useAction(itemKey);
  const { ids, toggle } = useSuggestionBatch(JSON.stringify(itemKey));
  const lines = useMemo(() => ({ removed: linesOf(before), added: linesOf(after) }), [before, after]);
  const isInBatch = ids.includes(id);
  return (
    <div className={styles.suggestion} role="group" aria-label="Suggested change">
      <div className={`row row-wrap ${styles.suggestionHeader}`}>
        <span className="grow small">
          Suggested change of {first === last ? `line ${first}` : `lines ${first} to ${last}`}
        </span>
        {applied ? (
          <span className="badge badge-green">
            <Check size={12} aria-hidden="true" />
            Applied
          </span>
        ) : (
          !appliable && <span className="badge">{before === after ? 'No change' : 'Outdated'}</span>
        )}
        {appliable && canApply && (
          <>
            <button
              type="button"
              className="button button-small"
              aria-pressed={isInBatch}
              disabled={isBusy}
              onClick={() => toggle(id)}
            >
              {isInBatch ? 'Remove from batch' : 'Add to batch'}
            </button>
            <button
              type="button"
              className="button button-small"
              disabled={isBusy || isInBatch}
              onClick={() => void run(() => applySuggestion(id), 'The suggestion was applied.')}
            >
              Apply
            </button>
          </>
        )}
      </div>
      <table className={`${codeStyles.codeLines} ${diffStyles.diffTable}`} aria-label="Lines before and after">
        <tbody>
          {lines.removed.map((text, index) => (
            <Line key={`old ${index}`} text={text} other={lines.added[index]} sign="−" />
          ))}
          {lines.added.map((text, index) => (
            <Line key={`new ${index}`} text={text} other={lines.removed[index]} sign="+" />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface LineProps {
  text: string;
  other: string | undefined;
  sign: '+' | '−';
}

function Line({ text, other, sign }: LineProps) {
  const isAdded = sign === '+';
  return (
    <tr className={isAdded ? diffStyles.diffRowAdded : diffStyles.diffRowRemoved}>
      <td className={diffStyles.diffSign}>
        <span aria-hidden="true">{sign}</span>
        <span className="visually-hidden">{isAdded ? 'added' : 'removed'}</span>
      </td>
      <td className={`${codeStyles.codeLine} ${diffStyles.codeLine}`}>
        <CodeText
          text={text}
          marks={other === undefined ? undefined : changedWords(text, other)}
          markClass={isAdded ? diffStyles.wordAdded : diffStyles.wordRemoved}
        />
      </td>
    </tr>
  );
}

function linesOf(content: string): string[] {
  return content === '' ? [] : content.replace(/\n$/, '').split('\n');
}
