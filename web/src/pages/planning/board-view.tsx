/** The columns of a board. Cards move by drag or by a list of choices. */
import type { Board, Issue } from '#api/types';
import { boardKeys, createBoardList, deleteBoardList } from '#data/boards';
import { issueKeys, updateIssue } from '#data/issues';
import { useLabels } from '#data/labels';
import { labelNames } from '#data/item-labels';
import { useAction } from '#lib/use-action';
import { useLive } from '#live/use-live';
import { BoardColumn, type Column } from './board-column';
import type { PlanningOwner } from './planning-owner';
import styles from './planning.module.css';

interface BoardViewProps {
  owner: PlanningOwner;
  board: Board;
  canEdit: boolean;
}

/** Shows the board. */
export function BoardView({ owner, board, canEdit }: BoardViewProps) {
  const labels = useLabels(owner.kind, owner.numericId);
  const { run } = useAction(boardKeys.issues, issueKeys.every, issueKeys.lists);
  const boards = useAction(boardKeys.of(owner));
  const lists = board.lists.flatMap(({ id, label }) =>
    label ? [{ key: `label-${label.name}`, title: label.name, label: label.name, listId: id }] : [],
  );
  const columns: Column[] = [
    { key: 'open', title: 'Open', label: undefined },
    ...lists,
    { key: 'closed', title: 'Closed', label: undefined },
  ];
  const names = lists.map(({ label }) => label);
  const move = (issue: Issue, target: Column): void => {
    const present = names.filter((name) => labelNames(issue.labels).includes(name));
    void run(() =>
      updateIssue(issue.project_id, issue.iid, {
        remove_labels: present.filter((name) => name !== target.label),
        ...(target.label !== undefined && { add_labels: [target.label] }),
        ...(target.key === 'closed' && { state_event: 'close' }),
        ...(target.key !== 'closed' && issue.state === 'closed' && { state_event: 'reopen' }),
      }),
    );
  };
  const remove = ({ title, listId }: Column): void => {
    if (listId === undefined || !window.confirm(`Remove the list “${title}”?`)) return;
    void boards.run(() => deleteBoardList(owner, board.id, listId));
  };
  return (
    <>
      {owner.project && <LiveIssues projectId={owner.project.id} />}
      {canEdit && (
        <div className="toolbar">
          <select
            className="select"
            aria-label="Add a list for a label"
            value=""
            onChange={({ target }) =>
              void boards.run(() => createBoardList(owner, board.id, { label_id: Number(target.value) }))
            }
          >
            <option value="">Add a list</option>
            {labels.data
              ?.filter(({ name }) => !names.includes(name))
              .map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
          </select>
        </div>
      )}
      <div className={styles.board}>
        {columns.map((column) => (
          <BoardColumn
            key={column.key}
            {...{ owner, column, columns, names, move, canEdit }}
            labels={labels.data}
            remove={() => remove(column)}
          />
        ))}
      </div>
    </>
  );
}

function LiveIssues({ projectId }: { projectId: number }) {
  useLive(`projects/${projectId}/issues`, boardKeys.issuesOfProject(String(projectId)));
  return null;
}
