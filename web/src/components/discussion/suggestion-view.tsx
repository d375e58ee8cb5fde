/** A suggested change of lines, with buttons that apply it. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Check } from 'lucide-react';
import { useMemo } from 'react';
import { applySuggestion, type Suggestion } from '#data/suggestions';
import { useAction } from '#lib/use-action';
import { lineTypeTexts } from '../diff/line-type-texts';
import { changedWords } from '../diff/word-changes';
import { CodeText } from '../code/code-text';
import { useSuggestionBatch } from './suggestion-batch';
import { suggestionRows, type SuggestionRow } from './suggestion-rows';
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
  const rows = useMemo(() => suggestionRows(before, after), [before, after]);
  const isInBatch = ids.includes(id);
  return (
    <div className={styles.suggestion} role="group" aria-label={t`Suggested change`}>
      <div className={`row row-wrap ${styles.suggestionHeader}`}>
        <span className="grow small">
          {first === last ? t`Suggested change of line ${first}` : t`Suggested change of lines ${first} to ${last}`}
        </span>
        {applied ? (
          <span className="badge badge-green">
            <Check size={12} aria-hidden="true" />
            <Trans>Applied</Trans>
          </span>
        ) : (
          !appliable && <span className="badge">{before === after ? t`No change` : t`Outdated`}</span>
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
              {isInBatch ? t`Remove from batch` : t`Add to batch`}
            </button>
            <button
              type="button"
              className="button button-small"
              disabled={isBusy || isInBatch}
              onClick={() => void run(() => applySuggestion(id), t`The suggestion was applied.`)}
            >
              <Trans>Apply</Trans>
            </button>
          </>
        )}
      </div>
      <table className={`${codeStyles.codeLines} ${diffStyles.diffTable}`} aria-label={t`Lines before and after`}>
        <tbody>
          {rows.map((row, index) => (
            <Line key={index} {...row} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

const signs = { added: '+', removed: '−', context: '' } as const;
const tones = { added: diffStyles.diffRowAdded, removed: diffStyles.diffRowRemoved, context: undefined } as const;

function Line({ type, text, other }: SuggestionRow) {
  return (
    <tr className={tones[type]}>
      <td className={diffStyles.diffSign}>
        <span aria-hidden="true">{signs[type]}</span>
        <span className="visually-hidden">{lineTypeTexts[type]}</span>
      </td>
      <td className={`${codeStyles.codeLine} ${diffStyles.codeLine}`}>
        <CodeText
          text={text}
          marks={other === undefined ? undefined : changedWords(text, other)}
          markClass={type === 'added' ? diffStyles.wordAdded : diffStyles.wordRemoved}
        />
      </td>
    </tr>
  );
}
