import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Settings2 } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import type { Board } from '#api/types';
import { boardKeys, deleteBoardList, updateBoardList } from '#data/boards';
import { useAction } from '#lib/use-action';
import type { Column } from './board-columns';
import type { PlanningOwner } from './planning-owner';
import styles from './planning.module.css';

interface ListSettingsProps {
  owner: PlanningOwner;
  board: Board;
  title: string;
  list: NonNullable<Column['list']>;
}

/** Limit and position of a list, and its removal. */
export function ListSettings({ owner, board, title, list }: ListSettingsProps) {
  const { run, isBusy } = useAction(boardKeys.of(owner));
  const [isOpen, setIsOpen] = useState(false);
  const [limit, setLimit] = useState(String(list.maxCount || ''));
  const update = (change: Parameters<typeof updateBoardList>[3]): Promise<boolean> =>
    run(() => updateBoardList(owner, board.id, list.id, change));
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (await update({ max_issue_count: Number(limit) })) setIsOpen(false);
  };
  const remove = (): void => {
    if (window.confirm(t`Remove the list “${title}”?`)) void run(() => deleteBoardList(owner, board.id, list.id));
  };
  return (
    <>
      <button
        type="button"
        className="button button-plain button-icon button-small"
        aria-label={t`Settings of the list ${title}`}
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Settings2 size={14} aria-hidden="true" />
      </button>
      {isOpen && (
        <form
          className={`stack-small ${styles.listSettings}`}
          aria-label={t`Settings of the list ${title}`}
          onSubmit={(event) => void submit(event)}
        >
          <label className="field">
            <span className="field-label">
              <Trans>Limit of issues</Trans>
            </span>
            <input
              className="input"
              type="number"
              min={0}
              placeholder={t`No limit`}
              value={limit}
              onChange={(event) => setLimit(event.target.value)}
              onKeyDown={(event) => event.key === 'Escape' && setIsOpen(false)}
            />
          </label>
          <div className="row row-wrap">
            <button type="submit" className="button button-primary button-small" disabled={isBusy}>
              <Trans>Save</Trans>
            </button>
            <button
              type="button"
              className="button button-small"
              disabled={isBusy || list.position === 0}
              onClick={() => void update({ position: list.position - 1 })}
            >
              <Trans>Move left</Trans>
            </button>
            <button
              type="button"
              className="button button-small"
              disabled={isBusy || list.position === board.lists.length - 1}
              onClick={() => void update({ position: list.position + 1 })}
            >
              <Trans>Move right</Trans>
            </button>
            <button type="button" className="button button-small button-danger" disabled={isBusy} onClick={remove}>
              <Trans>Remove list</Trans>
            </button>
          </div>
        </form>
      )}
    </>
  );
}
